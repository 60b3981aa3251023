/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/activity_walk.h"

#include <stdlib.h>

#include "trace/container/heap.h"
#include "trace/index/interval_index.h"
#include "trace/model/slice_find.h"

COLUMN_IMPLEMENT (RowRestColumn, row_rest_column)

bool
row_first_open (const Trace *trace, const TraceRow *row, int64_t time_ns, uint64_t *ret_slice)
{
  const SliceColumns *slices = trace_slices (trace);
  IntervalIndex index = {
    .n = row->n_slices,
    .start_ns = slices->start_ns + row->first_slice,
    .dur_ns = slices->dur_ns + row->first_slice,
    .tree = row->index,
  };
  U64Column open = { 0 };
  bool ok = time_ns == INT64_MAX || interval_index_query (&index, time_ns, time_ns + 1, &open);

  *ret_slice = open.n > 0 ? row->first_slice + open.at[0] : slice_find_from (slices, row, time_ns);
  u64_column_clear (&open);
  return ok;
}

bool
activity_walk_holds (const SliceColumns *slices, uint64_t slice)
{
  return slice_kind_is_gpu_activity ((SliceKind) slices->kind[slice]) && slice_dur_ns (slices, slice) > 0
         && !(slices->flags[slice] & SLICE_UNFINISHED);
}

static bool
comes_before (const RowRest *a, const RowRest *b)
{
  return a->begin_ns != b->begin_ns ? a->begin_ns < b->begin_ns : a->at < b->at;
}

HEAP_DEFINE (row_rests, RowRest, comes_before)

/* Moves a row to its next activity. Returns false if none is left. */
static bool
settle (const ActivityWalk *walk, RowRest *row)
{
  while (row->at < row->end && !activity_walk_holds (walk->slices, row->at))
    row->at++;
  if (row->at >= row->end)
    return false;
  row->begin_ns = slice_start_ns (walk->slices, row->at);
  return true;
}

uint64_t
activity_walk_next (ActivityWalk *walk)
{
  uint64_t slice;

  if (walk->rows.n == 0)
    return SLICE_NONE;
  slice = walk->rows.at[0].at++;
  if (!settle (walk, &walk->rows.at[0]))
    walk->rows.at[0] = walk->rows.at[--walk->rows.n];
  row_rests_sink (walk->rows.at, walk->rows.n, 0);
  return slice;
}

bool
activity_walk_init (ActivityWalk *walk, const Trace *trace, uint32_t device, int64_t time_ns)
{
  uint32_t device_track = trace_device (trace, device)->track;

  *walk = (ActivityWalk){ .slices = trace_slices (trace) };
  for (uint32_t t = device_track + 1; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->parent != device_track)
        break;
      if (track->kind != TRACK_STREAM)
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        {
          const TraceRow *row = trace_row (trace, r);
          RowRest at = { .end = row->first_slice + row->n_slices };

          if (!row_first_open (trace, row, time_ns, &at.at))
            return false;
          if (settle (walk, &at) && !row_rest_column_push (&walk->rows, at))
            return false;
        }
    }
  row_rests_order (walk->rows.at, walk->rows.n);
  return true;
}

void
activity_walk_clear (ActivityWalk *walk)
{
  row_rest_column_clear (&walk->rows);
}
