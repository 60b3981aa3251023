/* SPDX-License-Identifier: Apache-2.0
 *
 * The banners above the pages of a profile that report problems with it, or offer something. A banner stays until it is
 * dismissed or no longer true. */

#pragma once

#include <gtk/gtk.h>

/* From top to bottom. */
typedef enum
{
  BANNER_LOSS,   /* events of the file were lost; [Show Details] */
  BANNER_SOURCE, /* the file changed on disk or was cut */
  BANNER_DAMAGE, /* the native file is damaged; [Show Details] */
  BANNER_TOGETHER, /* another loaded profile is of the same run; [Show as One Profile]. No problem, but an offer */
  BANNER_SUMMARIES, /* a job merged from summaries; [Open This Rank]. No problem, but an offer */
  N_BANNERS
} BannerKind;

GtkWidget *banners_new (void);

/* Sets a banner's sentence; NULL hides it. action is the action of its button, "win.information-health", "win.reload",
 * "win.show-together" or "win.open-rank", or NULL for no button. A dismissed banner stays hidden until its sentence changes. */
void banners_set (GtkWidget *banners, BannerKind kind, const char *sentence, const char *action);

/* Calls the function when the user dismisses the banner of that kind. data is borrowed for as long as the banners exist. */
void
banners_on_dismissed (GtkWidget *banners, BannerKind kind, void (*dismissed) (gpointer data), gpointer data);
