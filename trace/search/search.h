/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds slices by the texts of a profile: names, categories, arguments.
 *
 * Each distinct text is tested once, at the first slice that has it. Every further slice only looks up the result
 * (about 1 ns for a name, some 100 ns for arguments, which have to be decoded). So the cost is texts x pattern +
 * slices.
 *
 * Both forms of a name are searched, the display name and the exact one. Each key and each value of an argument is a
 * text: strings with escapes decoded, other values as JSON text.
 *
 * Works in any thread; needs no main loop and no GLib threads. One search uses up to 8 processors
 * (trace/container/parallel.h). */

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
  const char *text; /* UTF-8; a part of the text, or a regular expression */
  bool is_regex, match_case;
  unsigned texts; /* SearchTexts */
  uint32_t rank,
    device; /* indices of trace_rank () and trace_device (), or TRACE_NONE. A device includes the rows of its rank
             * that belong to no device */
  bool has_window;
  int64_t begin_ns, end_ns; /* of the window: slices that overlap it are searched */
} SearchQuery;

/* The result of a search. Immutable, reference-counted; any thread. */
typedef struct SearchResult SearchResult;

/* Runs a search. cancelled may be NULL; any thread may set it during the search, which then returns within some
 * milliseconds. Returns NULL with TRACE_ERROR_CANCELLED, TRACE_ERROR_NO_MEMORY, or SEARCH_ERROR for a pattern that
 * cannot be searched for. */
SearchResult *
search_run (Trace *trace, const SearchQuery *query, const atomic_bool *cancelled, GError **error);

SearchResult *search_result_ref (SearchResult *result);
void search_result_unref (SearchResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SearchResult, search_result_unref)

/* ---- the slices found ---- */

const Trace *search_result_trace (const SearchResult *result);

/* Return the number of slices that were searched, and the number of matches among them. */
uint64_t search_result_n_searched (const SearchResult *result);
uint64_t search_result_n_hits (const SearchResult *result);

bool search_result_holds (const SearchResult *result, uint64_t slice);

/* Returns the first match from that slice on in the order of ids, which runs along a lane; SLICE_NONE if there is none.
 * O(1) on average; at most one bit per 4096 slices is read. */
uint64_t search_result_next (const SearchResult *result, uint64_t slice);

/* Returns the number of matches among slices [begin, end). O((end - begin) / 64). */
uint64_t search_result_count (const SearchResult *result, uint64_t begin, uint64_t end);

typedef struct
{
  uint32_t track;
  uint64_t n_hits; /* > 0 */
  uint64_t first;  /* the matching slice with the smallest id */
} SearchTrack;

/* Returns the tracks that have matches, ascending by track. */
const SearchTrack *search_result_tracks (const SearchResult *result, size_t *ret_n);

/* ---- their positions in time ---- */

/* The time of all slices is divided into this many equal parts. */
#define SEARCH_TICKS 4096

/* Returns an array whose [i] is set if a match begins in part i. */
const uint8_t *search_result_ticks (const SearchResult *result, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* ---- sorted lists ---- */

typedef enum
{
  SEARCH_BY_TIME,     /* ascending by start */
  SEARCH_BY_DURATION, /* the longest first */
} SearchOrder;

/* At most this many matches are listed, which take 8 MB. The counts above include all matches. */
#define SEARCH_LIST_MAX 1000000

/* Returns the first SEARCH_LIST_MAX matches in that order, of one track or (TRACE_NONE) of all tracks; equal ones are
 * ordered by id. Free the array with free (). Returns NULL when it is cancelled or memory runs out. O(matches + listed
 * ones). */
uint64_t *search_result_list (const SearchResult *result,
                              SearchOrder order,
                              uint32_t track,
                              const atomic_bool *cancelled,
                              size_t *ret_n);
