/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts of a search, translated. Free them with g_free (). */

#pragma once

#include "trace/search/search.h"
#include "widgets/look/number_text.h"

/* "1,234 of 74,937 slices match"; if not all are listed, also how many are. */
char *search_text_count (const SearchResult *result, const NumberStyle *numbers);

/* "No slice matches `foo`" */
char *search_text_nothing (const char *text);

/* "Searched names and arguments of 74,937 slices." texts: SearchTexts */
char *search_text_searched (unsigned texts, uint64_t n_searched, const NumberStyle *numbers);

/* "This is not a regular expression": the error of search_run (). */
const char *search_text_error (const GError *error);

/* Returns details of the error; for an expression the message of PCRE2, which is not translated. */
const char *search_text_error_detail (const GError *error);

/* "stream 21 of GPU 3": an entry of the list of rows. */
char *search_text_track (const Trace *trace, const SearchTrack *track);
