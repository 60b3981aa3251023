/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/lane_row.h"

#include "trace/index/lane.h"
#include "trace/model/slice_find.h"

LodRow
lane_row_lod (const Trace *trace, uint32_t lane)
{
  const TraceRow *row = trace_row (trace, lane);
  const SliceColumns *slices = trace_slices (trace);

  return (LodRow){
    .n = row->n_slices,
    .start_ns = slices->start_ns + row->first_slice,
    .dur_ns = slices->dur_ns + row->first_slice,
    .memory = row->lod,
    .may_overlap = row->lane == LANE_MAX - 1,
  };
}

void
lane_row_query (const Trace *trace,
                uint32_t lane,
                int64_t begin_ns,
                int64_t end_ns,
                uint32_t n_px,
                LodCell *cells)
{
  LodRow lod = lane_row_lod (trace, lane);

  lod_query (&lod, begin_ns, end_ns, n_px, cells);
}

uint64_t
lane_row_last_begun (const Trace *trace, uint32_t lane, int64_t time_ns)
{
  const TraceRow *row = trace_row (trace, lane);
  uint64_t after = slice_find_from (trace_slices (trace), row, MIN (time_ns, TRACE_TIME_MAX_NS) + 1);

  return after > row->first_slice ? after - 1 : SLICE_NONE;
}

uint64_t
lane_row_nearest (const Trace *trace, uint32_t lane, int64_t time_ns, int64_t *ret_distance_ns)
{
  const TraceRow *row = trace_row (trace, lane);
  const SliceColumns *slices = trace_slices (trace);
  uint64_t before = lane_row_last_begun (trace, lane, time_ns);
  uint64_t after = before == SLICE_NONE ? row->first_slice : before + 1;
  int64_t before_ns = INT64_MAX, after_ns = INT64_MAX;

  if (before != SLICE_NONE)
    {
      int64_t end_ns = slice_end_ns (slices, before);
      before_ns = end_ns > time_ns ? 0 : time_ns - end_ns;
    }
  if (after < row->first_slice + row->n_slices)
    after_ns = slice_start_ns (slices, after) - time_ns;

  bool is_after = before == SLICE_NONE || after_ns < before_ns;
  *ret_distance_ns = is_after ? after_ns : before_ns;
  return is_after ? after : before;
}
