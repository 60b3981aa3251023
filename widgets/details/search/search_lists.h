/* SPDX-License-Identifier: Apache-2.0
 *
 * The two lists of the search page: what was found, and on which rows how much. */

#pragma once

#include <gtk/gtk.h>

#include "trace/search/search.h"
#include "widgets/controls/id_model.h"
#include "widgets/state/view_state.h"

/* Slices: name, start, duration, row. In a scrolled window below its head; *ret_list is the GtkListView. */
GtkWidget *search_lists_new_found (ViewState *state, GtkSelectionModel *selection, GtkWidget **ret_list);

/* The place in search_result_tracks () of each row, SEARCH_LISTS_ALL for all of them together. */
#define SEARCH_LISTS_ALL UINT64_MAX

/* found: where the rows' texts come from; read whenever one is shown. */
GtkWidget *
search_lists_new_tracks (const SearchResult *const *found, ViewState *state, GtkSelectionModel *selection);

/* The rows by how much was found, the most first, behind the one for all. For free (). */
uint64_t *search_lists_order_tracks (const SearchResult *found, size_t *ret_n);
