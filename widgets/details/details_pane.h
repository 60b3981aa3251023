/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane below the timeline: the selection and its connections. It follows the selection at most once
 * per frame, and only while it is visible. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_PANE (details_pane_get_type ())
G_DECLARE_FINAL_TYPE (DetailsPane, details_pane, DETAILS, PANE, GtkWidget)

GtkWidget *details_pane_new (TimelineScene *scene);

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
