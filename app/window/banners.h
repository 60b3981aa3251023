/* SPDX-License-Identifier: Apache-2.0
 *
 * The banners above the pages of a profile that report problems with it. A banner stays until it is dismissed or no
 * longer true. */

#pragma once

#include <gtk/gtk.h>

/* From top to bottom. */
typedef enum
{
  BANNER_LOSS,   /* events of the file were lost; [Show Details] */
  BANNER_SOURCE, /* the file changed on disk or was cut */
  BANNER_DAMAGE, /* the native file is damaged; [Show Details] */
  N_BANNERS
} BannerKind;

GtkWidget *banners_new (void);

/* Sets a banner's sentence; NULL hides it. action is the action of its button, "win.information-health" or "win.reload",
 * or NULL for no button. A dismissed banner stays hidden until its sentence changes. */
void banners_set (GtkWidget *banners, BannerKind kind, const char *sentence, const char *action);
