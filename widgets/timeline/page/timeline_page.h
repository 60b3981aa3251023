/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline page: overview, ruler, track column, canvas, and the details pane below them or, in very wide windows,
 * at the right.
 *
 * Below, the pane is only its row of tabs while nothing is selected and the user has not opened it; Escape folds it again.
 * The rows are laid out to fill the page without the pane, so an open pane covers rows and does not move them. The page
 * handles its keys wherever the focus is inside it, except while the user types text.
 *
 * gtk_widget_grab_focus () focuses the canvas, or the list shown in its place. Properties, for the application to save:
 *   "details-visible" (bool)    whether the details pane is shown
 *   "details-size" (int)        its height, or width at the right, px; 0: the default
 *   "hint-zooms-left" (int)     zooms until the hint line disappears for good: 3 at first, 0 without hint
 *   "layout-text" (string)      the user's changes to the rows of this profile (track_layout_to_text ())
 *   "rows-text" (string)        the scroll position of the rows (row_place_text ())
 *   "keys" (string)             the preset of keys: a word of key_preset_word ()
 *   "all-flows" (bool)          whether all connections in view are drawn
 *   "ruler-mode" (string)       the origin of the times on the ruler: "step", "begin" or "clock" */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/timeline_input.h"

#define TIMELINE_TYPE_PAGE (timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (TimelinePage, timeline_page, TIMELINE, PAGE, GtkWidget)

GtkWidget *timeline_page_new (ViewState *state);

/* Runs a command as its key would, wherever the focus is. */
void timeline_page_run (TimelinePage *page, TimelineCommand command);

/* Marks all slices whose name contains the text, and lists them in the details pane. */
void timeline_page_search_names (TimelinePage *page, const char *text);

/* Returns why the command would have no effect now, translated, or NULL if it has one. */
const char *timeline_page_refusal (TimelinePage *page, TimelineCommand command);
