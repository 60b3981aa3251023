/* SPDX-License-Identifier: Apache-2.0
 *
 * "Search" of the details pane: what is searched for, what was found as a list, how much of it lies on which row, and
 * the way from one to the next. What was found is marked on the timeline as long as something is searched for. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_SEARCH_PAGE (search_page_get_type ())
G_DECLARE_FINAL_TYPE (SearchPage, search_page, DETAILS, SEARCH_PAGE, GtkWidget)

GtkWidget *search_page_new (TimelineScene *scene);

/* The entry, with all that stands in it selected. */
void search_page_focus_entry (SearchPage *page);

/* Searches names for the text as it is written, at most SEARCH_TEXT_MAX_BYTES of it. */
void search_page_search_names (SearchPage *page, const char *text);

/* Selects and shows the next (by = 1) or previous (-1) match from the selected slice on; behind the last comes the first.
 * While a search runs, when it is done. False: nothing is searched for. */
bool search_page_walk (SearchPage *page, int by);

/* Searches for nothing. False: it did not search for anything. */
bool search_page_clear (SearchPage *page);
