/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts of a search, translated. Free them with g_free (). */

#pragma once

#include "trace/search/search.h"
#include "widgets/look/number_text.h"

/* Returns "1,234 of 74,937 slices match", and how many are listed if not all are. */
char *search_text_count (const SearchResult *result, const NumberStyle *numbers);

/* Returns "No slice matches `foo`". */
char *search_text_nothing (const char *text);

/* Returns "Searched names and arguments of 74,937 slices." texts is a set of SearchTexts. */
char *search_text_searched (unsigned texts, uint64_t n_searched, const NumberStyle *numbers);

/* Returns a sentence for an error of search_run (), such as "This is not a regular expression". */
const char *search_text_error (const GError *error);

/* Returns details of the error; for an expression the message of PCRE2, which is not translated. */
const char *search_text_error_detail (const GError *error);

/* Returns an entry of the list of rows, such as "stream 21 of GPU 3". */
char *search_text_track (const Trace *trace, const SearchTrack *track);
