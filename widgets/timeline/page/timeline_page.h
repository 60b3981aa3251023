/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline page: overview, ruler, track column, canvas, and the details pane below (on very wide windows at the
 * right). Below, the pane is the row of its tabs while nothing is selected and the user has not opened it; Escape folds it
 * again. It covers rows, which stay as they are: they are made to fill the page without it. Handles its keys itself, wherever in it the focus is, but while text is typed.
 *
 * Grabbing its focus gives it to the canvas, or to the list that is shown in its place. Properties, for the application to remember:
 *   "details-visible" (bool)    whether the details pane is shown
 *   "details-size" (int)        its height, or width at the right, px; 0: as the design has it
 *   "hint-zooms-left" (int)     zooms until the hint line goes for good: 3 at first, 0 without hint
 *   "layout-text" (string)      what the user did to the rows of this profile (track_layout_to_text ())
 *   "rows-text" (string)        where the rows are scrolled to (row_place_text ())
 *   "keys" (string)             which program's keys work: a word of key_preset_word ()
 *   "all-flows" (bool)          whether all connections in view are drawn
 *   "ruler-mode" (string)       what the ruler counts from: "step", "begin" or "clock" */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/timeline_input.h"

#define TIMELINE_TYPE_PAGE (timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (TimelinePage, timeline_page, TIMELINE, PAGE, GtkWidget)

GtkWidget *timeline_page_new (ViewState *state);

/* What the command's key does, wherever the focus is. */
void timeline_page_run (TimelinePage *page, TimelineCommand command);

/* Marks all slices whose name has the text in it, and lists them in the details pane. */
void timeline_page_search_names (TimelinePage *page, const char *text);

/* Why the command would have no effect now, translated; NULL: it has one. */
const char *timeline_page_refusal (TimelinePage *page, TimelineCommand command);
