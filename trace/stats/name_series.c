/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/name_series.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/radix_order.h"
#include "trace/container/stop_check.h"

typedef struct
{
  NameSeries seen;
  atomic_int n_references;
  U64Column by_row;
  uint64_t *by_time;
  int64_t *dur_ns;
} Series;

static uint64_t
time_key (const SliceColumns *slices, uint64_t slice)
{
  return (uint64_t) slice_start_ns (slices, slice) ^ UINT64_C (1) << 63;
}

static bool
collect (Series *series, const SliceColumns *slices, StopCheck *check)
{
  uint32_t name = series->seen.name;
  uint8_t kind = (uint8_t) series->seen.kind;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (!stop_check_next (check))
        return false;
      if (slices->kind[i] == kind && slice_name (slices, i) == name && !u64_column_push (&series->by_row, i))
        return false;
    }
  return true;
}

static bool
order_by_time (Series *series, const SliceColumns *slices)
{
  size_t n = series->by_row.n;
  OrderPair *order = calloc (2 * n + 1, sizeof *order);

  series->by_time = calloc (n + 1, sizeof *series->by_time);
  if (order == NULL || series->by_time == NULL)
    {
      free (order);
      return false;
    }
  for (size_t i = 0; i < n; i++)
    order[i] = (OrderPair){ time_key (slices, series->by_row.at[i]), series->by_row.at[i] };
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    series->by_time[i] = order[i].item;
  free (order);
  return true;
}

static bool
sum_up (Series *series, const SliceColumns *slices)
{
  uint64_t n = 0;

  series->dur_ns = calloc (series->by_row.n + 1, sizeof *series->dur_ns);
  if (series->dur_ns == NULL)
    return false;
  for (size_t i = 0; i < series->by_row.n; i++)
    if (!(slices->flags[series->by_row.at[i]] & SLICE_UNFINISHED))
      series->dur_ns[n++] = slice_dur_ns (slices, series->by_row.at[i]);
  series->seen.n_finished = n;
  series->seen.distribution = distribution_of (series->dur_ns, n);
  return histogram_compute (series->dur_ns, n, NAME_SERIES_BINS, &series->seen.histogram);
}

/* The state while slices are collected. */
static const NameSeries *
finish (Series *series, const SliceColumns *slices, const StopCheck *check)
{
  if (!order_by_time (series, slices) || !stop_check_ask (check) || !sum_up (series, slices))
    {
      name_series_unref (&series->seen);
      return NULL;
    }
  series->seen.n = series->by_row.n;
  series->seen.by_row = series->by_row.at;
  series->seen.by_time = series->by_time;
  series->seen.dur_ns = series->dur_ns;
  return &series->seen;
}

const NameSeries *
name_series_new (const Trace *trace,
                 uint64_t slice,
                 bool (*should_continue) (void *user_data),
                 void *user_data)
{
  const SliceColumns *slices = trace_slices (trace);
  Series *series = calloc (1, sizeof *series);
  StopCheck check = { should_continue, user_data, 0 };

  if (series == NULL)
    return NULL;
  atomic_init (&series->n_references, 1);
  series->seen.name = slice_name (slices, slice);
  series->seen.kind = (SliceKind) slices->kind[slice];
  if (collect (series, slices, &check))
    return finish (series, slices, &check);
  name_series_unref (&series->seen);
  return NULL;
}

bool
name_series_is_in (const StatsScope *scope, uint64_t slice)
{
  const Trace *trace = scope->trace;

  return stats_scope_holds_start (scope, slice_start_ns (trace_slices (trace), slice))
         && stats_scope_holds_track (scope, trace_track (trace, trace_track_of (trace, slice)));
}

const NameSeries *
name_series_in (const NameSeries *all,
                const StatsScope *scope,
                bool (*should_continue) (void *user_data),
                void *user_data)
{
  Series *series = calloc (1, sizeof *series);
  StopCheck check = { should_continue, user_data, 0 };
  bool ok = series != NULL;

  if (!ok)
    return NULL;
  atomic_init (&series->n_references, 1);
  series->seen.name = all->name;
  series->seen.kind = all->kind;
  for (uint64_t i = 0; i < all->n && ok; i++)
    {
      ok = stop_check_next (&check);
      if (ok && name_series_is_in (scope, all->by_row[i]))
        ok = u64_column_push (&series->by_row, all->by_row[i]);
    }
  if (ok)
    return finish (series, trace_slices (scope->trace), &check);
  name_series_unref (&series->seen);
  return NULL;
}

/* The first member is what callers see. */
static Series *
whole (const NameSeries *seen)
{
  return (Series *) (void *) (uintptr_t) seen;
}

const NameSeries *
name_series_ref (const NameSeries *seen)
{
  atomic_fetch_add_explicit (&whole (seen)->n_references, 1, memory_order_relaxed);
  return seen;
}

void
name_series_unref (const NameSeries *seen)
{
  Series *series = whole (seen);

  if (atomic_fetch_sub_explicit (&series->n_references, 1, memory_order_acq_rel) > 1)
    return;
  u64_column_clear (&series->by_row);
  free (series->by_time);
  free (series->dur_ns);
  histogram_clear (&series->seen.histogram);
  free (series);
}

bool
name_series_holds (const NameSeries *series, const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);

  return slices->kind[slice] == series->kind && slice_name (slices, slice) == series->name;
}

uint64_t
name_series_walk (const NameSeries *series, const Trace *trace, uint64_t slice, int by)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t key = time_key (slices, slice), low = 0, high = series->n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2, at = series->by_time[middle];
      uint64_t at_key = time_key (slices, at);

      if (at_key < key || (at_key == key && at < slice))
        low = middle + 1;
      else
        high = middle;
    }
  bool is_found = low < series->n && series->by_time[low] == slice;
  if (by < 0)
    return low > 0 ? series->by_time[low - 1] : SLICE_NONE;
  low += is_found;
  return low < series->n ? series->by_time[low] : SLICE_NONE;
}

static bool
is_before (const SliceColumns *slices, uint64_t a, uint64_t b)
{
  uint64_t a_key = time_key (slices, a), b_key = time_key (slices, b);

  return a_key < b_key || (a_key == b_key && a < b);
}

/* Returns the nearest slice of the series in a row, whose slices are in order of time; SLICE_NONE if there is none. */
static uint64_t
nearest_in_row (const NameSeries *series, const Trace *trace, const TraceRow *row, uint64_t slice, int by)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t begin, end;

  name_series_range (series, row->first_slice, row->n_slices, &begin, &end);
  uint64_t low = begin, high = end;
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (is_before (slices, series->by_row[middle], slice))
        low = middle + 1;
      else
        high = middle;
    }
  if (by < 0)
    return low > begin ? series->by_row[low - 1] : SLICE_NONE;
  low += low < end && series->by_row[low] == slice;
  return low < end ? series->by_row[low] : SLICE_NONE;
}

uint64_t
name_series_walk_in (const NameSeries *series, const StatsScope *scope, uint64_t slice, int by)
{
  const Trace *trace = scope->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t nearest = name_series_walk (series, trace, slice, by);

  if (nearest == SLICE_NONE
      || stats_scope_holds_track (scope, trace_track (trace, trace_track_of (trace, nearest))))
    return nearest;
  nearest = SLICE_NONE;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint32_t r = 0; r < track->n_rows && stats_scope_holds_track (scope, track); r++)
        {
          uint64_t at = nearest_in_row (series, trace, trace_row (trace, track->first_row + r), slice, by);

          if (at != SLICE_NONE
              && (nearest == SLICE_NONE
                  || (by > 0 ? is_before (slices, at, nearest) : is_before (slices, nearest, at))))
            nearest = at;
        }
    }
  return nearest;
}

NamePlace
name_series_place (const NameSeries *series, const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t dur_ns = slice_dur_ns (slices, slice);
  uint64_t low = 0, high = series->n_finished;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (series->dur_ns[middle] <= dur_ns)
        low = middle + 1;
      else
        high = middle;
    }
  bool is_finished = !(slices->flags[slice] & SLICE_UNFINISHED);
  return (NamePlace){ .n = series->n_finished, .place = is_finished ? series->n_finished - low + 1 : 0 };
}

static uint64_t
first_at_least (const NameSeries *series, uint64_t slice)
{
  uint64_t low = 0, high = series->n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (series->by_row[middle] < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
name_series_range (const NameSeries *series,
                   uint64_t first_slice,
                   uint64_t n_slices,
                   uint64_t *ret_begin,
                   uint64_t *ret_end)
{
  *ret_begin = first_at_least (series, first_slice);
  *ret_end = first_at_least (series, first_slice + n_slices);
}
