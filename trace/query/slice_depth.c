/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/slice_depth.h"

#include <stdlib.h>
#include <string.h>

#include "trace/index/interval_index.h"
#include "trace/index/lane.h"
#include "trace/index/occupied.h"

/* Steps to try before a binary search: the next slice is seldom further away. */
#define NEAR 4

static bool
contains (const SliceColumns *slices, uint64_t outer, uint64_t inner)
{
  int64_t outer_end_ns = occupied_until (slices->start_ns[outer], slices->dur_ns[outer]);
  int64_t inner_end_ns = occupied_until (slices->start_ns[inner], slices->dur_ns[inner]);

  if (slices->start_ns[outer] > slices->start_ns[inner] || outer_end_ns < inner_end_ns)
    return false;
  return slices->start_ns[outer] < slices->start_ns[inner] || outer_end_ns > inner_end_ns || outer < inner;
}

/* Counts the slices of a row that begin at or before a time, starting from the last count. */
static uint64_t
count_begun_near (const int64_t *start_ns, uint64_t n, int64_t time_ns, uint64_t last)
{
  if (last <= n && (last == 0 || start_ns[last - 1] <= time_ns))
    for (int i = 0; i < NEAR; i++, last++)
      if (last == n || start_ns[last] > time_ns)
        return last;
  return time_ns == INT64_MAX ? n : count_begun (start_ns, n, time_ns + 1);
}

/* In a row with overlapping slices, any number of them may contain the slice. */
static bool
count_overlapping (const SliceColumns *slices, const TraceRow *row, uint64_t slice, uint64_t *depth)
{
  const IntervalIndex index = {
    .n = row->n_slices,
    .start_ns = slices->start_ns + row->first_slice,
    .dur_ns = slices->dur_ns + row->first_slice,
    .tree = row->index,
  };
  int64_t start_ns = slices->start_ns[slice];
  U64Column found = { 0 };
  bool ok = interval_index_query (&index, start_ns, occupied_until (start_ns, 1), &found);

  for (size_t i = 0; i < found.n && ok; i++)
    if (row->first_slice + found.at[i] != slice)
      *depth += contains (slices, row->first_slice + found.at[i], slice);
  u64_column_clear (&found);
  return ok;
}

static bool
set_track (SliceDepth *depth, uint32_t track, uint32_t n_rows)
{
  if (depth->is_set && depth->track == track)
    return true;
  if (!column_grow ((void **) &depth->begun, &depth->cap, n_rows, sizeof *depth->begun))
    return false;
  memset (depth->begun, 0, n_rows * sizeof *depth->begun);
  depth->track = track;
  depth->is_set = true;
  return true;
}

bool
slice_depth_get (SliceDepth *depth, const Trace *trace, uint64_t slice, uint64_t *ret_depth)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t id = trace_track_of (trace, slice);
  const TraceTrack *track = trace_track (trace, id);

  *ret_depth = 0;
  if (!set_track (depth, id, track->n_rows))
    return false;
  for (uint32_t lane = 0; lane < track->n_rows; lane++)
    {
      const TraceRow *row = trace_row (trace, track->first_row + lane);
      const int64_t *start_ns = slices->start_ns + row->first_slice;

      if (lane + 1 == LANE_MAX)
        {
          if (!count_overlapping (slices, row, slice, ret_depth))
            return false;
          continue;
        }
      uint64_t begun =
        count_begun_near (start_ns, row->n_slices, slices->start_ns[slice], depth->begun[lane]);
      depth->begun[lane] = begun;
      if (begun > 0 && row->first_slice + begun - 1 != slice)
        *ret_depth += contains (slices, row->first_slice + begun - 1, slice);
    }
  return true;
}

void
slice_depth_clear (SliceDepth *depth)
{
  free (depth->begun);
  *depth = (SliceDepth){ 0 };
}
