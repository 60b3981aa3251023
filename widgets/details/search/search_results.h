/* SPDX-License-Identifier: Apache-2.0
 *
 * What a search found: the list of slices, and beside it how many lie on which row. Of a million slices only those have
 * an object and a widget that are shown.
 *
 * Signals, when something is chosen by hand:
 *   "slice-chosen" (uint64)   its place in the list
 *   "track-chosen" (uint)     a row, or TRACE_NONE for all: only what lies there is wanted in the list */

#pragma once

#include <gtk/gtk.h>

#include "trace/search/search.h"
#include "widgets/state/view_state.h"

#define DETAILS_TYPE_SEARCH_RESULTS (search_results_get_type ())
G_DECLARE_FINAL_TYPE (SearchResults, search_results, DETAILS, SEARCH_RESULTS, GtkWidget)

GtkWidget *search_results_new (ViewState *state);

/* Shows the counts by row and chooses all rows. Takes a reference to found. NULL clears it. */
void search_results_set_found (SearchResults *results, const SearchResult *found);

/* Takes ownership of the slices, freed with free (). Chooses none of them. */
void search_results_take_list (SearchResults *results, uint64_t *slices, size_t n);
const uint64_t *search_results_list (SearchResults *results, size_t *ret_n);

/* Chooses one slice of the list and scrolls to it. */
void search_results_show_place (SearchResults *results, size_t place);
void search_results_focus_list (SearchResults *results);
