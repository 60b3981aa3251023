/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/busy_index.h"

#include <stdlib.h>

#include "trace/interval_union.h"
#include "trace/trace_private.h"

struct BusyIndex
{
  uint64_t n;
  const int64_t *begin_ns, *end_ns;
  const int64_t *before_ns; /* [i]: length of the intervals before i */
  int64_t *owned;           /* all of them; NULL: they lie in the profile */
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
index_over (const int64_t *values, uint64_t n)
{
  BusyIndex *index = calloc (1, sizeof *index);

  if (index != NULL)
    *index = (BusyIndex){ n, values, values + n, values + 2 * n, NULL };
  return index;
}

static BusyIndex *
index_of_union (const IntervalUnion *busy)
{
  size_t n = busy->intervals.n;
  int64_t *values = malloc ((3 * n + 1) * sizeof *values);
  BusyIndex *index = values != NULL ? index_over (values, n) : NULL;

  if (index == NULL)
    {
      free (values);
      return NULL;
    }
  index->owned = values;
  int64_t *begin_ns = values, *end_ns = values + n, *before_ns = values + 2 * n;
  before_ns[0] = 0;
  for (size_t i = 0; i < n; i++)
    {
      begin_ns[i] = busy->intervals.at[i].begin_ns;
      end_ns[i] = busy->intervals.at[i].end_ns;
      before_ns[i + 1] = before_ns[i] + (end_ns[i] - begin_ns[i]);
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
    return index_over (trace->busy_values + trace->busy[device].first, trace->busy[device].n);

  /* Everything below a device follows it. */
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
  free (index->owned);
  free (index);
}

/* The number of intervals that begin before a time, which is at least low: looked for nearby first. */
static uint64_t
count_begun (const BusyIndex *index, int64_t time_ns, uint64_t low)
{
  uint64_t high = low, step = 1;

  while (high < index->n && index->begin_ns[high] < time_ns)
    {
      low = high + 1;
      high = index->n - high > step ? high + step : index->n;
      step *= 2;
    }
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (index->begin_ns[middle] < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Busy time before a time of which n_begun is the number of intervals begun. Wide, since where the index is mapped it
 * may say anything. */
static __int128
busy_before (const BusyIndex *index, int64_t time_ns, uint64_t n_begun)
{
  __int128 busy_ns = index->before_ns[n_begun];

  if (n_begun > 0 && index->end_ns[n_begun - 1] > time_ns)
    busy_ns -= (__int128) index->end_ns[n_begun - 1] - time_ns;
  return busy_ns;
}

int64_t
busy_index_busy_ns (const BusyIndex *index, int64_t begin_ns, int64_t end_ns)
{
  if (end_ns <= begin_ns)
    return 0;

  uint64_t n_before = count_begun (index, begin_ns, 0);
  __int128 busy_ns = busy_before (index, end_ns, count_begun (index, end_ns, n_before))
                     - busy_before (index, begin_ns, n_before);
  return (int64_t) CLAMP (busy_ns, 0, INT64_MAX);
}

void
busy_index_shares (const BusyIndex *index, int64_t begin_ns, int64_t end_ns, uint32_t n, float *shares)
{
  /* In units of 1/n ns every edge is whole: edge i is i x span. */
  __int128 span = (__int128) end_ns - begin_ns;
  uint64_t n_begun;
  __int128 before;

  for (uint32_t i = 0; i < n; i++)
    shares[i] = 0;
  if (span <= 0 || n == 0)
    return;

  n_begun = count_begun (index, begin_ns, 0);
  before = busy_before (index, begin_ns, n_begun) * n;
  for (uint32_t i = 0; i < n; i++)
    {
      __int128 edge = (__int128) (i + 1) * span;
      int64_t edge_up_ns = begin_ns + (int64_t) ((edge + n - 1) / n);
      __int128 upto;

      n_begun = count_begun (index, edge_up_ns, n_begun);
      upto = (__int128) index->before_ns[n_begun] * n;
      if (n_begun > 0)
        {
          __int128 rest = ((__int128) index->end_ns[n_begun - 1] - begin_ns) * n - edge;
          if (rest > 0)
            upto -= rest;
        }
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

  /* Intervals that begin at the very time count as begun. */
  uint64_t n_begun = count_begun (index, time_ns + 1, 0);
  int64_t after_ns = n_begun > 0 ? index->end_ns[n_begun - 1] : INT64_MIN;
  int64_t until_ns = n_begun < index->n ? index->begin_ns[n_begun] : INT64_MAX;

  if (after_ns > time_ns)
    return false;
  *ret_begin_ns = after_ns > begin_ns ? after_ns : begin_ns;
  /* Where the index is damaged, what begins next may have begun before. */
  *ret_end_ns = CLAMP (until_ns, time_ns + 1, end_ns);
  return true;
}

uint64_t
busy_index_intervals (const BusyIndex *index, const int64_t **ret_begin_ns, const int64_t **ret_end_ns)
{
  *ret_begin_ns = index->begin_ns;
  *ret_end_ns = index->end_ns;
  return index->n;
}

BusyArrays
busy_index_arrays (const BusyIndex *index)
{
  return (BusyArrays){ index->n, index->begin_ns, index->end_ns, index->before_ns };
}
