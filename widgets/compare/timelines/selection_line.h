/* SPDX-License-Identifier: Apache-2.0
 *
 * The line below timelines side by side: how long the selected slice and its counterparts take, or why there is none, with
 * buttons that go to the next counterpart and align the timelines by them. Main thread.
 *
 * Signals "jump" and "align": the buttons. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/timelines/pairs_task.h"

#define SELECTION_TYPE_LINE (selection_line_get_type ())
G_DECLARE_FINAL_TYPE (SelectionLine, selection_line, SELECTION, LINE, GtkWidget)

GtkWidget *selection_line_new (void);

/* Shows selected, or says that nothing is selected (NULL). compared is referenced by the caller as long as it is shown. */
void selection_line_set (SelectionLine *line, const Compared *compared, const SelectedSlices *selected);
