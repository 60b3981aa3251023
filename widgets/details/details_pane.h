/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane below the timeline: what is selected, and what it is connected with. Follows the selection at most once a
 * frame, and only while it is seen.
 *
 * Something selected opens it, and so do a tab that the user goes to, and the functions below that lead to one. Otherwise it is
 * the row of its tabs. Search and bookmarks stay open without a selection, other tabs only until the next selection is
 * cleared. Its minimum height is that row. Whoever places the pane decides when to follow what is wanted:
 *
 * Signal "wanted-changed": details_pane_is_wanted () may have become another, or what is selected has. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_PANE (details_pane_get_type ())
G_DECLARE_FINAL_TYPE (DetailsPane, details_pane, DETAILS, PANE, GtkWidget)

GtkWidget *details_pane_new (TimelineScene *scene);

/* Whether there is a reason for the pane to be open. */
bool details_pane_is_wanted (DetailsPane *pane);

/* What is in the tabs is shown, or the row of tabs alone. */
void details_pane_set_open (DetailsPane *pane, bool is_open);

/* The user opens the pane; or folds it, until something else is selected. The latter returns whether the user had opened it. */
void details_pane_unfold (DetailsPane *pane);
bool details_pane_fold (DetailsPane *pane);

/* Opens the search, to type into. */
void details_pane_search (DetailsPane *pane);

/* Shows the search, and searches names for the text as it is written. */
void details_pane_search_names (DetailsPane *pane, const char *text);

/* The next (by = 1) or previous (-1) match; false: nothing is searched for. */
bool details_pane_walk_found (DetailsPane *pane, int by);

/* Ends the search and takes its marks away; false: there was none. */
bool details_pane_clear_found (DetailsPane *pane);
/* Opens the bookmarks at the current one, its title ready to be typed. */
void details_pane_edit_bookmark (DetailsPane *pane);
