/* SPDX-License-Identifier: Apache-2.0
 *
 * What is searched for and how: the entry, its switches, the way to the next and previous match, and a line that says
 * what came of it.
 *
 * Signals:
 *   "changed"         something else is searched for
 *   "order-changed"   the same in another order
 *   "walk" (int)      to the next (1) or previous (-1) match */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "trace/search/search.h"

#define DETAILS_TYPE_SEARCH_BAR (search_bar_get_type ())
G_DECLARE_FINAL_TYPE (SearchBar, search_bar, DETAILS, SEARCH_BAR, GtkWidget)

GtkWidget *search_bar_new (void);

/* Returns the query: text, which is borrowed until the next change, and its options. Does not set the
 * scope. */
void search_bar_read (SearchBar *bar, SearchQuery *query);
SearchOrder search_bar_order (SearchBar *bar);

/* Returns false if the text is empty. */
bool search_bar_has_text (SearchBar *bar);

/* Focuses the entry and selects its text. */
void search_bar_focus (SearchBar *bar);
bool search_bar_is_typed_into (SearchBar *bar);
void search_bar_clear (SearchBar *bar);

/* Searches only names for the text literally. */
void search_bar_search_names (SearchBar *bar, const char *text);

void search_bar_say (SearchBar *bar, const char *text);

/* Returns whether there are matches to walk through. */
void search_bar_set_has_matches (SearchBar *bar, bool has_matches);
