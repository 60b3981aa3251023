/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of a search. Pure; new strings, translated. */

#pragma once

#include "trace/search/search.h"
#include "widgets/look/number_text.h"

/* "1,234 of 74,937 slices match"; of more than are listed, how many are. */
char *search_text_count (const SearchResult *result, const NumberStyle *numbers);

/* "No slice matches `foo`" */
char *search_text_nothing (const char *text);

/* "Searched names and arguments of 74,937 slices." texts: SearchTexts */
char *search_text_searched (unsigned texts, uint64_t n_searched, const NumberStyle *numbers);

/* "This is no regular expression": what search_run () failed with. */
const char *search_text_error (const GError *error);

/* What there is to say beside that; of an expression PCRE2's words, which are not translated. */
const char *search_text_error_detail (const GError *error);

/* "stream 21 of GPU 3": a row of the list of rows. */
char *search_text_track (const Trace *trace, const SearchTrack *track);
