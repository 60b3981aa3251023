/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/marker_snap.h"

#include <math.h>

#include "widgets/timeline/rows/lane_row.h"

typedef struct
{
  int64_t wanted_ns, best_ns;
  int64_t distance_ns; /* of the best */
} Snap;

static void
offer (Snap *snap, int64_t edge_ns)
{
  int64_t distance_ns = edge_ns > snap->wanted_ns ? edge_ns - snap->wanted_ns : snap->wanted_ns - edge_ns;

  if (distance_ns >= snap->distance_ns)
    return;
  snap->best_ns = edge_ns;
  snap->distance_ns = distance_ns;
}

/* Slices of a lane follow one another: the edges around a time are those of the last that began before it, and the begin
 * of the next. */
static void
offer_lane (Snap *snap, const Trace *trace, uint32_t lane)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceRow *row = trace_row (trace, lane);
  uint64_t last = lane_row_last_begun (trace, lane, snap->wanted_ns);
  uint64_t next = last == SLICE_NONE ? row->first_slice : last + 1;

  if (last != SLICE_NONE)
    {
      offer (snap, slice_start_ns (slices, last));
      offer (snap, slice_end_ns (slices, last));
    }
  if (next < row->first_slice + row->n_slices)
    offer (snap, slice_start_ns (slices, next));
}

int64_t
marker_snap (const TimelineView *view, int64_t time_ns)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  double ns_per_px = ((double) view->end_ns - (double) view->begin_ns) / MAX (view->width_px, 1);
  int64_t reach_ns = (int64_t) floor (MARKER_SNAP_PX * ns_per_px);
  Snap snap = { .wanted_ns = time_ns, .best_ns = time_ns, .distance_ns = reach_ns + 1 };

  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (rows[r].kind == ROW_LANE)
      offer_lane (&snap, view->profile->trace, rows[r].first_row);
  return snap.best_ns;
}
