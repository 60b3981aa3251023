/* SPDX-License-Identifier: Apache-2.0
 *
 * All slices of one name and kind, for stepping from one to the next, for marking them in a view, and for figures of
 * their durations.
 *
 * Immutable and reference-counted; any thread. */

#pragma once

#include "trace/model/trace.h"
#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "trace/stats/scope.h"

#define NAME_SERIES_BINS 40

/* The rank of a slice among those of its name: "longest of 42 with this name". */
typedef struct
{
  uint64_t n; /* finished slices of the same kind and exact name */
  uint64_t place; /* by duration, 1 = longest; equal ones share the best place; 0 if it is unfinished */
} NamePlace;

typedef struct
{
  uint32_t name;
  SliceKind kind;
  uint64_t n;
  const uint64_t *by_row;  /* n slices, ascending; so slices of one row are contiguous and ascend by start */
  const uint64_t *by_time; /* the same slices, ascending by start, then by slice */

  /* Figures of the finished slices. */
  uint64_t n_finished;
  const int64_t *dur_ns;     /* ascending */
  Distribution distribution; /* all zero if there are none */
  Histogram histogram;       /* at most NAME_SERIES_BINS bins; no bins if there are none */
} NameSeries;

/* Returns the slices with the exact name and the kind of a slice; the kind matters because an API call and a kernel may
 * have the same name. Transfer full. should_continue (user_data) may be NULL; it is called regularly. Returns NULL when
 * it returns false or memory runs out. O(slices + n log n): call it in a worker thread. */
const NameSeries *name_series_new (const Trace *trace,
                                   uint64_t slice,
                                   bool (*should_continue) (void *user_data),
                                   void *user_data);

/* Returns those slices of a series that begin in scope, on tracks in scope. The scope's track set must live until this
 * returns. should_continue and the result are as above. O(n log n). */
const NameSeries *name_series_in (const NameSeries *series,
                                  const StatsScope *scope,
                                  bool (*should_continue) (void *user_data),
                                  void *user_data);
const NameSeries *name_series_ref (const NameSeries *series);
void name_series_unref (const NameSeries *series);

/* Returns whether a slice is in the series. O(1). */
bool name_series_holds (const NameSeries *series, const Trace *trace, uint64_t slice);

/* Returns the slice after (by = 1) or before (-1) a slice of the series in time; SLICE_NONE if it is the last or first.
 * O(log n). */
uint64_t name_series_walk (const NameSeries *series, const Trace *trace, uint64_t slice, int by);

/* Does the same among slices on tracks in scope. O(rows of the trace x log n) if the nearest one is not in scope. */
uint64_t name_series_walk_in (const NameSeries *series, const StatsScope *scope, uint64_t slice, int by);

/* Returns whether any slice begins in scope on a track in scope. O(log n). */
bool name_series_is_in (const StatsScope *scope, uint64_t slice);

/* Returns the rank of a slice of the series. O(log n). */
NamePlace name_series_place (const NameSeries *series, const Trace *trace, uint64_t slice);

/* Returns the range [*ret_begin, *ret_end) of by_row that holds the slices [first_slice, first_slice + n_slices) of the
 * profile. O(log n). */
void name_series_range (const NameSeries *series,
                        uint64_t first_slice,
                        uint64_t n_slices,
                        uint64_t *ret_begin,
                        uint64_t *ret_end);
