/* SPDX-License-Identifier: Apache-2.0
 *
 * "Search" of the details pane: the query, the list of matches, the number of matches per row, and walking
 * from match to match. Matches are marked on the timeline while there is a query. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_SEARCH_PAGE (search_page_get_type ())
G_DECLARE_FINAL_TYPE (SearchPage, search_page, DETAILS, SEARCH_PAGE, GtkWidget)

GtkWidget *search_page_new (TimelineScene *scene);

/* Focuses the entry and selects its text. */
void search_page_focus_entry (SearchPage *page);

/* Searches names for the text literally, at most SEARCH_TEXT_MAX_BYTES of it. */
void search_page_search_names (SearchPage *page, const char *text);

/* Selects and shows the next (by = 1) or previous (-1) match from the selected slice, wrapping around. If
 * a search is running, it does so when the search is done. Returns false if there is no query. */
bool search_page_walk (SearchPage *page, int by);

/* Clears the query. Returns false if there was none. */
bool search_page_clear (SearchPage *page);
