/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies a pane to the clipboard or saves it to a file. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

/* Copies the picture in the size of the pane on the screen, with at least twice its pixels. */
void pane_copy_image (GtkWidget *widget, const PaneContext *pane, int width_px, int height_px);

/* Copies the table as TSV or Markdown, or the sentence of an empty pane. */
void pane_copy_table (GtkWidget *widget, const PaneContext *pane, bool as_markdown);

/* Copies the pane as plain text for an issue (Pane.issue_text). */
void pane_copy_issue (GtkWidget *widget, const PaneContext *pane);

/* Saves a PNG, SVG or PDF, chosen by the suffix of path, with the number style and the theme of the
 * screen. Returns false with PICTURE_ERROR. */
bool pane_save (GtkWidget *widget,
                const PaneContext *pane,
                int width_px,
                int height_px,
                const char *path,
                GError **error);
