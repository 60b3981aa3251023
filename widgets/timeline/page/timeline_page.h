/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline page: overview, ruler, track column, canvas, and the details pane below them (at the right in very wide
 * windows). Below, the pane shows only the row of its tabs while nothing is selected and the user has not opened it;
 * Escape folds it again. The pane covers rows, which do not change: they are laid out for the page without the pane.
 * The page handles its keys itself, wherever the focus in it is, except while text is typed.
 *
 * Grabbing the focus of the page moves it to the canvas, or to the list shown in place of the canvas. The application
 * remembers these properties:
 *   "details-visible" (bool)    whether the details pane is shown
 *   "details-size" (int)        its height, or its width at the right, px; 0 for the default
 *   "hint-zooms-left" (int)     zooms until the hint line disappears for good: 3 at first, 0 without a hint
 *   "layout-text" (string)      the user's changes to the rows of this profile (track_layout_to_text ())
 *   "rows-text" (string)        the scroll position of the rows (row_place_text ())
 *   "keys" (string)             the preset of keys: a word of key_preset_word ()
 *   "all-flows" (bool)          whether all connections in view are drawn
 *   "ruler-mode" (string)       the origin of the times on the ruler: "step", "begin" or "clock"
 * Signal "command" (int): a TimelineCommand that the user gave. A handler that returns TRUE has done it.
 *
 * Read-only:
 *   "tabs-px" (int)             the height of the folded details at the bottom, where their tabs are; else 0 */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_PAGE (timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (TimelinePage, timeline_page, TIMELINE, PAGE, GtkWidget)

GtkWidget *timeline_page_new (ViewState *state);

/* Makes it one of several timelines on one scale: without details, and with head in place of the name of the overview. label
 * tells it from the others to assistive technology. Call it once, before it is shown. */
void timeline_page_stand_beside (TimelinePage *page, GtkWidget *head, const char *label);

TimelineScene *timeline_page_scene (TimelinePage *page);

/* Does what the command's key does, wherever the focus is. */
void timeline_page_run (TimelinePage *page, TimelineCommand command);

/* Marks all slices whose name contains the text, and lists them in the details pane. */
void timeline_page_search_names (TimelinePage *page, const char *text);

/* Returns why the command would have no effect now, translated, or NULL if it would have one. */
const char *timeline_page_refusal (TimelinePage *page, TimelineCommand command);
