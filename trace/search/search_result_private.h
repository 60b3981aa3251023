/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a SearchResult, for the files that make one. */

#pragma once

#include "trace/search/search.h"

COLUMN_DEFINE (SearchTrackColumn, search_track_column, SearchTrack)

struct SearchResult
{
  atomic_int n_references;
  Trace *trace;
  uint64_t n_slices, n_searched, n_hits;
  uint64_t *bits;    /* one a slice */
  uint64_t *summary; /* one a word of bits: whether any is set there */
  SearchTrackColumn tracks;
  int64_t begin_ns, end_ns; /* that the ticks are of */
  uint8_t ticks[SEARCH_TICKS];
};

/* Nothing found. NULL: out of memory. */
SearchResult *search_result_new (Trace *trace);

/* After all bits were set: the rest follows from them. False: out of memory. O(slices / 64 + rows x ticks). */
bool search_result_finish (SearchResult *result);
