/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding slices by the texts of a profile: names, categories, arguments.
 *
 * Each distinct text is tested once, when the first slice that has it is come across; a slice then costs a look at what
 * came out (about 1.5 ns by name; arguments have to be decoded, some 100 ns). So the cost is texts x pattern + slices.
 *
 * A name is searched in both of its forms, the display name and the exact one. Of arguments, each key and each value is
 * a text: strings as they read (escapes decoded), anything else as its JSON text.
 *
 * No main loop, no GLib threads: for any thread. One search works on up to 8 processors (trace/container/parallel.h). */

#pragma once

#include "trace/model/trace.h"
#include "trace/search/search_pattern.h"

typedef enum
{
  SEARCH_NAMES = 1 << 0,
  SEARCH_CATEGORIES = 1 << 1,
  SEARCH_ARGUMENTS = 1 << 2,
} SearchTexts;

typedef struct
{
  const char *text; /* UTF-8; a part of what is found, or a regular expression */
  bool is_regex, match_case;
  unsigned texts; /* SearchTexts */
  uint32_t rank,
    device; /* indices of trace_rank () and trace_device (); TRACE_NONE: all. A device brings the rows of
                            its rank along that are of no device */
  bool has_window;
  int64_t begin_ns, end_ns; /* of the window: what lies in it, if only in part */
} SearchQuery;

/* What was found. Immutable, reference-counted; any thread. */
typedef struct SearchResult SearchResult;

/* cancelled may be set by any thread while this runs, which then returns within some milliseconds; it may be NULL.
 * NULL: TRACE_ERROR_CANCELLED, TRACE_ERROR_NO_MEMORY, or SEARCH_ERROR for what cannot be searched for. */
SearchResult *
search_run (Trace *trace, const SearchQuery *query, const atomic_bool *cancelled, GError **error);

SearchResult *search_result_ref (SearchResult *result);
void search_result_unref (SearchResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SearchResult, search_result_unref)

/* ---- which slices ---- */

const Trace *search_result_trace (const SearchResult *result);

/* Slices that were looked at, and how many of them match. */
uint64_t search_result_n_searched (const SearchResult *result);
uint64_t search_result_n_hits (const SearchResult *result);

bool search_result_holds (const SearchResult *result, uint64_t slice);

/* The first match from that slice on in the order of ids, so along a lane; SLICE_NONE. O(1) on average, a bit of each 4096 slices
 * at most. */
uint64_t search_result_next (const SearchResult *result, uint64_t slice);

/* Matches among [begin, end). O((end - begin) / 64). */
uint64_t search_result_count (const SearchResult *result, uint64_t begin, uint64_t end);

typedef struct
{
  uint32_t track;
  uint64_t n_hits; /* > 0 */
  uint64_t first;  /* slice: the match with the smallest id */
} SearchTrack;

/* Tracks that have any, ascending by track. */
const SearchTrack *search_result_tracks (const SearchResult *result, size_t *ret_n);

/* ---- where in time ---- */

/* The time of all slices in so many equal parts: which of them a match begins in. */
#define SEARCH_TICKS 4096

/* [i] is set where one does. */
const uint8_t *search_result_ticks (const SearchResult *result, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* ---- in order ---- */

typedef enum
{
  SEARCH_BY_TIME,     /* ascending by start */
  SEARCH_BY_DURATION, /* the longest first */
} SearchOrder;

/* So many are listed at most: 8 MB. The numbers above are of all. */
#define SEARCH_LIST_MAX 1000000

/* The first SEARCH_LIST_MAX matches in that order, of one track or (TRACE_NONE) of all; equal ones by id. For free ().
 * NULL: out of memory, or cancelled. O(matches + listed ones). */
uint64_t *search_result_list (const SearchResult *result,
                              SearchOrder order,
                              uint32_t track,
                              const atomic_bool *cancelled,
                              size_t *ret_n);
