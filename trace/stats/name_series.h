/* SPDX-License-Identifier: Apache-2.0
 *
 * All slices of one name and kind: for going from one to the next, for marking them in a view, and for what is said of
 * their durations.
 *
 * Immutable and reference-counted; any thread. */

#pragma once

#include "trace/model/trace.h"
#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "trace/stats/scope.h"

#define NAME_SERIES_BINS 40

/* Which place a slice has among those of its name: "longest of 42 with this name". */
typedef struct
{
  uint64_t n; /* finished slices of the series: of its kind, with its exact name */
  uint64_t
    place; /* by duration, 1 = longest; equal ones share the best place; 0: the slice itself is unfinished */
} NamePlace;

typedef struct
{
  uint32_t name;
  SliceKind kind;
  uint64_t n;
  const uint64_t *by_row;  /* n slices, ascending: so those of one row are neighbours, ascending by start */
  const uint64_t *by_time; /* the same, ascending by start, then as above */

  /* Of the finished ones. */
  uint64_t n_finished;
  const int64_t *dur_ns;     /* ascending */
  Distribution distribution; /* all zero where there are none */
  Histogram histogram;       /* at most NAME_SERIES_BINS; without bins where there are none */
} NameSeries;

/* The slices that have the exact name and the kind of one: the same text may name a call and a kernel. Transfer full.
 * is_wanted (user_data), asked every now and then, may be NULL. NULL: it was not, or out of memory. O(slices + n log n): for
 * a thread. */
const NameSeries *
name_series_new (const Trace *trace, uint64_t slice, bool (*is_wanted) (void *user_data), void *user_data);

/* Those of a series that begin in scope, on tracks in scope; its tracks are looked at until this returns. Likewise.
 * O(n log n). */
const NameSeries *name_series_in (const NameSeries *series,
                                  const StatsScope *scope,
                                  bool (*is_wanted) (void *user_data),
                                  void *user_data);
const NameSeries *name_series_ref (const NameSeries *series);
void name_series_unref (const NameSeries *series);

/* Whether a slice is one of them. O(1). */
bool name_series_holds (const NameSeries *series, const Trace *trace, uint64_t slice);

/* The one after (by = 1) or before (-1) a slice of the series in time; SLICE_NONE: it is the last or first.
 * O(log n). */
uint64_t name_series_walk (const NameSeries *series, const Trace *trace, uint64_t slice, int by);

/* The same among those on tracks in scope. O(rows of the trace x log n) where the nearest one is not in scope. */
uint64_t name_series_walk_in (const NameSeries *series, const StatsScope *scope, uint64_t slice, int by);

/* Whether a slice, one of them or not, begins in scope on a track in scope. O(log n). */
bool name_series_is_in (const StatsScope *scope, uint64_t slice);

/* Of one of them. O(log n). */
NamePlace name_series_place (const NameSeries *series, const Trace *trace, uint64_t slice);

/* Of by_row, those that are slices [first_slice, first_slice + n_slices) of the profile: [*ret_begin, *ret_end).
 * O(log n). */
void name_series_range (const NameSeries *series,
                        uint64_t first_slice,
                        uint64_t n_slices,
                        uint64_t *ret_begin,
                        uint64_t *ret_end);
