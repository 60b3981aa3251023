/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines above the pages of a profile that say what is wrong with it, one below the other: each stands there until
 * it is dismissed, or no longer true. */

#pragma once

#include <gtk/gtk.h>

/* In the order in which they stand. */
typedef enum
{
  BANNER_LOSS,   /* what the file lost; [Show Details] */
  BANNER_SOURCE, /* the file is another one now, or was cut */
  BANNER_DAMAGE, /* what is shown is not what was written; [Show Details] */
  N_BANNERS
} BannerKind;

GtkWidget *banners_new (void);

/* What its button does is one of "win.information-health", "win.reload", or NULL: it has none. sentence NULL: nothing
 * to say. A banner that was dismissed stays so until it has something else to say. */
void banners_set (GtkWidget *banners, BannerKind kind, const char *sentence, const char *action);
