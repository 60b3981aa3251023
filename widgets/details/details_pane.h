/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane below the timeline: the selection and its connections. It follows the selection at most once per frame, and
 * only while it is visible.
 *
 * A selection opens the pane, and so do a tab that the user chooses and the functions below that show one. Otherwise
 * only the row of its tabs is shown, which is its minimum height. Search and bookmarks stay open without a selection;
 * other tabs close when the next selection is cleared. The parent of the pane decides when to follow
 * details_pane_is_wanted ().
 *
 * Signal "wanted-changed": emitted when details_pane_is_wanted () or the selection may have changed. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_PANE (details_pane_get_type ())
G_DECLARE_FINAL_TYPE (DetailsPane, details_pane, DETAILS, PANE, GtkWidget)

GtkWidget *details_pane_new (TimelineScene *scene);

/* Returns whether there is a reason for the pane to be open. */
bool details_pane_is_wanted (DetailsPane *pane);

/* Shows the content of the tabs, or only the row of tabs. */
void details_pane_set_open (DetailsPane *pane, bool is_open);

/* Tell the pane that the user opened it, or folded it until the next selection. details_pane_fold () returns whether the
 * user had opened it. */
void details_pane_unfold (DetailsPane *pane);
bool details_pane_fold (DetailsPane *pane);

/* Opens the search and focuses its entry. */
void details_pane_search (DetailsPane *pane);

/* Opens the search and searches names for the text literally. */
void details_pane_search_names (DetailsPane *pane, const char *text);

/* Goes to the next (by = 1) or previous (-1) match. Returns false if there is no search. */
bool details_pane_walk_found (DetailsPane *pane, int by);

/* Ends the search and removes its marks. Returns false if there was none. */
bool details_pane_clear_found (DetailsPane *pane);
/* Opens the bookmarks at the current one and focuses its title. */
void details_pane_edit_bookmark (DetailsPane *pane);
