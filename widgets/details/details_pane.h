/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane below the timeline: what is selected, and what it is connected with. Follows the selection at most once a
 * frame, and only while it is seen. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_PANE (details_pane_get_type ())
G_DECLARE_FINAL_TYPE (DetailsPane, details_pane, DETAILS, PANE, GtkWidget)

GtkWidget *details_pane_new (TimelineScene *scene);

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
