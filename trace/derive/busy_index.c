/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/busy_index.h"

#include <stdlib.h>

#include "trace/container/large_memory.h"
#include "trace/index/interval_union.h"
#include "trace/model/trace_private.h"

struct BusyIndex
{
  uint64_t n;
  const BusyInterval *at;
  BusyInterval *owned; /* NULL if they lie in the profile */
};

static bool
add_stream (const Trace *trace, const TraceTrack *track, IntervalUnion *busy)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) && !(slices->flags[i] & SLICE_UNFINISHED)
        && !interval_union_add (busy, slice_start_ns (slices, i), slice_end_ns (slices, i)))
      return false;
  return true;
}

static BusyIndex *
index_over (const BusyInterval *intervals, uint64_t n)
{
  BusyIndex *index = calloc (1, sizeof *index);

  if (index != NULL)
    *index = (BusyIndex){ n, intervals, NULL };
  return index;
}

static BusyIndex *
index_of_union (const IntervalUnion *busy)
{
  size_t n = busy->intervals.n;
  BusyInterval *intervals = large_memory_grow (NULL, 0, n * sizeof *intervals + 1);
  BusyIndex *index = intervals != NULL ? index_over (intervals, n) : NULL;
  int64_t before_ns = 0;

  if (index == NULL)
    {
      large_memory_release (intervals, n * sizeof *intervals + 1);
      return NULL;
    }
  index->owned = intervals;
  for (size_t i = 0; i < n; i++)
    {
      int64_t begin_ns = busy->intervals.at[i].begin_ns, end_ns = busy->intervals.at[i].end_ns;

      intervals[i] = (BusyInterval){ begin_ns, end_ns, before_ns };
      before_ns += end_ns - begin_ns;
    }
  return index;
}

BusyIndex *
busy_index_new (const Trace *trace, uint32_t device)
{
  uint32_t device_track = trace_device (trace, device)->track;
  IntervalUnion busy = { 0 };
  BusyIndex *index = NULL;
  bool ok = true;

  if (trace->busy != NULL)
    return index_over (trace->busy_intervals + trace->busy[device].first, trace->busy[device].n);

  /* Everything below a device comes directly after it. */
  for (uint32_t t = device_track + 1;
       t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device_track && ok; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM)
      ok = add_stream (trace, trace_track (trace, t), &busy);
  if (ok)
    {
      interval_union_merge (&busy);
      index = index_of_union (&busy);
    }
  interval_union_clear (&busy);
  return index;
}

void
busy_index_free (BusyIndex *index)
{
  if (index == NULL)
    return;
  large_memory_release (index->owned, index->n * sizeof *index->owned + 1);
  free (index);
}

/* Returns the number of intervals that begin before a time. It is at least low, and expected near low +
 * guess, where the search starts: each look elsewhere may read another page of a large file. */
static uint64_t
count_begun (const BusyIndex *index, int64_t time_ns, uint64_t low, uint64_t guess)
{
  const BusyInterval *at = index->at;
  uint64_t high = index->n, step = guess / 64 + 1;
  uint64_t near = guess < high - low ? low + guess : high;

  /* Invariant: all before low begin before the time; none from high on does. */
  if (near < high && at[near].begin_ns < time_ns)
    for (low = near + 1; step < high - low; step *= 2)
      if (at[low + step].begin_ns < time_ns)
        low += step + 1;
      else
        high = low + step;
  else
    for (high = near; step < high - low; step *= 2)
      if (at[high - step].begin_ns >= time_ns)
        high -= step;
      else
        low = high - step + 1;
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (at[middle].begin_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the busy time before an edge. The edge and the result are in nths of a nanosecond from origin_ns;
 * n_begun is the number of intervals begun. The type is wide because a mapped index may hold any numbers. */
static __int128
busy_before (const BusyIndex *index, uint64_t n_begun, int64_t origin_ns, __int128 edge, uint32_t nths)
{
  if (n_begun == 0)
    return 0;
  const BusyInterval *last = &index->at[n_begun - 1];
  __int128 begin = ((__int128) last->begin_ns - origin_ns) * nths, end = ((__int128) last->end_ns - origin_ns) * nths;

  return (__int128) last->before_ns * nths + (end < edge ? end : edge) - begin;
}

int64_t
busy_index_busy_ns (const BusyIndex *index, int64_t begin_ns, int64_t end_ns)
{
  if (end_ns <= begin_ns)
    return 0;

  uint64_t n_before = count_begun (index, begin_ns, 0, index->n / 2);
  uint64_t n_until = count_begun (index, end_ns, n_before, 0);
  __int128 busy_ns =
    busy_before (index, n_until, 0, end_ns, 1) - busy_before (index, n_before, 0, begin_ns, 1);
  return (int64_t) CLAMP (busy_ns, 0, INT64_MAX);
}

void
busy_index_shares (const BusyIndex *index, int64_t begin_ns, int64_t end_ns, uint32_t n, float *shares)
{
  /* In nths of a nanosecond every edge is a whole number: edge i is i x span. */
  __int128 span = (__int128) end_ns - begin_ns;
  uint64_t n_begun, n_here = 0;
  __int128 before;

  for (uint32_t i = 0; i < n; i++)
    shares[i] = 0;
  if (span <= 0 || n == 0)
    return;

  n_begun = count_begun (index, begin_ns, 0, 0);
  before = busy_before (index, n_begun, begin_ns, 0, n);
  for (uint32_t i = 0; i < n; i++)
    {
      __int128 edge = (__int128) (i + 1) * span;
      int64_t edge_up_ns = begin_ns + (int64_t) ((edge + n - 1) / n);
      uint64_t n_before = n_begun;

      /* Expect about as many as in the previous part. */
      n_begun = count_begun (index, edge_up_ns, n_before, n_here);
      n_here = n_begun - n_before;
      __int128 upto = busy_before (index, n_begun, begin_ns, edge, n);
      shares[i] = (float) CLAMP ((double) (upto - before) / (double) span, 0, 1);
      before = upto;
    }
}

bool
busy_index_gap_at (const BusyIndex *index,
                   int64_t time_ns,
                   int64_t begin_ns,
                   int64_t end_ns,
                   int64_t *ret_begin_ns,
                   int64_t *ret_end_ns)
{
  if (time_ns < begin_ns || time_ns >= end_ns)
    return false;

  /* Intervals that begin exactly at the time count as begun. */
  uint64_t n_begun = count_begun (index, time_ns + 1, 0, index->n / 2);
  int64_t after_ns = n_begun > 0 ? index->at[n_begun - 1].end_ns : INT64_MIN;
  int64_t until_ns = n_begun < index->n ? index->at[n_begun].begin_ns : INT64_MAX;

  if (after_ns > time_ns)
    return false;
  *ret_begin_ns = after_ns > begin_ns ? after_ns : begin_ns;
  /* In a damaged index, the next interval may have begun earlier. */
  *ret_end_ns = CLAMP (until_ns, time_ns + 1, end_ns);
  return true;
}

const BusyInterval *
busy_index_intervals (const BusyIndex *index, uint64_t *ret_n)
{
  *ret_n = index->n;
  return index->at;
}
