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
  uint64_t *bits;    /* one bit per slice */
  uint64_t *summary; /* one bit per word of bits: set if any bit of the word is */
  SearchTrackColumn tracks;
  int64_t begin_ns, end_ns; /* the time that the ticks divide */
  uint8_t ticks[SEARCH_TICKS];
};

/* Returns a result without matches. Returns NULL when memory runs out. */
SearchResult *search_result_new (Trace *trace);

/* Call after all bits have been set; computes the rest from them. Returns false when memory runs out. O(slices / 64 +
 * rows x ticks). */
bool search_result_finish (SearchResult *result);
