/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles with texts that are hard to search, and what has to be found in them, by looking at each slice. */

#pragma once

#include <glib.h>

#include "trace/search/search.h"

/* Times are from 0 to this, and some 40 ns. */
#define SEARCH_ORACLE_SPAN_NS 1000

/* A few ranks, devices and threads; names, categories and arguments of all kinds: upper and lower case, scripts beyond
 * ASCII, bytes that are no UTF-8, escapes, numbers. */
Trace *search_oracle_profile (GRand *random);

bool search_oracle_is_in_scope (const Trace *trace, const SearchQuery *query, uint64_t slice);

/* regex: query->text where that is a regular expression, else NULL. */
bool search_oracle_matches (const Trace *trace, const SearchQuery *query, GRegex *regex, uint64_t slice);
