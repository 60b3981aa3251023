/* SPDX-License-Identifier: Apache-2.0
 *
 * A pane for other programs: onto the clipboard, or as a file. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

/* The picture, in the size that the pane has on the screen, with twice its pixels at least. */
void pane_copy_image (GtkWidget *widget, const PaneContext *pane, int width_px, int height_px);

/* The table as TSV or Markdown; the sentence of a pane that has nothing to show. */
void pane_copy_table (GtkWidget *widget, const PaneContext *pane, bool as_markdown);

/* A PNG, SVG or PDF, by the suffix of path; false: PICTURE_ERROR. With the numbers and the theme of the screen. */
bool pane_save (GtkWidget *widget,
                const PaneContext *pane,
                int width_px,
                int height_px,
                const char *path,
                GError **error);
