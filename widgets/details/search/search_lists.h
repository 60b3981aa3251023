/* SPDX-License-Identifier: Apache-2.0
 *
 * The two lists of the search page: the matches, and the number of matches per row. */

#pragma once

#include <gtk/gtk.h>

#include "trace/search/search.h"
#include "widgets/controls/id_model.h"
#include "widgets/state/view_state.h"

/* Returns the list of slices (name, start, duration, row) in a scrolled window below its head; *ret_list
 * is the GtkListView. */
GtkWidget *search_lists_new_found (ViewState *state, GtkSelectionModel *selection, GtkWidget **ret_list);

/* The place in search_result_tracks () of each row, SEARCH_LISTS_ALL for all of them together. */
#define SEARCH_LISTS_ALL UINT64_MAX

/* Creates the list of rows with matches. *found provides its texts and is read whenever a row is shown. */
GtkWidget *
search_lists_new_tracks (const SearchResult *const *found, ViewState *state, GtkSelectionModel *selection);

/* Returns the rows ordered by their number of matches, most first, after the entry for all rows. Free with
 * free (). */
uint64_t *search_lists_order_tracks (const SearchResult *found, size_t *ret_n);
