/* SPDX-License-Identifier: Apache-2.0
 *
 * Prices of nodes and samples of steps, as the user entered them: read from the library for what is compared, and written
 * to it. Main thread; it never blocks.
 *
 * Signal "changed" (): terms may be others. */

#pragma once

#include <glib-object.h>

#include "app/library/library.h"
#include "widgets/compare/compared_costs.h"

#define COST_TYPE_BOOK (cost_book_get_type ())
G_DECLARE_FINAL_TYPE (CostBook, cost_book, COST, BOOK, GObject)

/* The library must outlive the program's worker threads. */
CostBook *cost_book_new (Library *library);

/* Reads what the library has for these profiles, also what other programs have written since; "changed" tells when it is
 * there. */
void cost_book_read (CostBook *book, const Compared *compared);

/* Sets the terms of all sides to what is known by now; ret_terms has room for COMPARED_SIDES_MAX. */
void cost_book_terms (CostBook *book, const Compared *compared, CostTerms *ret_terms);

/* Sets price, currency and GPUs of a node (cost_node_name ()); without a price, it removes all three. */
void cost_book_set_price (CostBook *book, const char *node, const CostTerms *terms);

/* Sets the samples of a step; 0 removes them. */
void cost_book_set_samples (CostBook *book, const Profile *profile, uint64_t samples);
