/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/lane_sweep.h"

#include <stdlib.h>

#include "trace/container/heap.h"

COLUMN_IMPLEMENT (LaneRestColumn, lane_rest_column)

void
lane_sweep_init (LaneSweep *sweep, const StatsScope *scope)
{
  *sweep = (LaneSweep){ .scope = scope, .slices = trace_slices (scope->trace) };
}

void
lane_sweep_clear (LaneSweep *sweep)
{
  lane_rest_column_clear (&sweep->lanes);
}

/* Moves to the next slice of a selected kind. Returns false if none is left. */
static bool
settle (const LaneSweep *sweep, LaneRest *lane)
{
  const StatsScope *scope = sweep->scope;
  const SliceColumns *slices = sweep->slices;

  for (; lane->at < lane->end; lane->at++)
    if (sweep->has_kind[slices->kind[lane->at]] && !(slices->flags[lane->at] & SLICE_UNFINISHED)
        && stats_scope_touches (scope, slice_start_ns (slices, lane->at), slice_dur_ns (slices, lane->at)))
      {
        lane->begin_ns = CLAMP (slice_start_ns (slices, lane->at), scope->begin_ns, scope->end_ns);
        return true;
      }
  return false;
}

static bool
comes_before (const LaneRest *a, const LaneRest *b)
{
  return a->begin_ns < b->begin_ns;
}

HEAP_DEFINE (lane_rests, LaneRest, comes_before)

bool
lane_sweep_add (LaneSweep *sweep, const TraceTrack *track, uint32_t tag)
{
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      LaneRest lane = { .tag = tag };

      if (!stats_scope_slices_of_row (sweep->scope, trace_row (sweep->scope->trace, r), &lane.at, &lane.end)
          || (settle (sweep, &lane) && !lane_rest_column_push (&sweep->lanes, lane)))
        return false;
    }
  return true;
}

void
lane_sweep_begin (LaneSweep *sweep)
{
  lane_rests_order (sweep->lanes.at, sweep->lanes.n);
}

bool
lane_sweep_next (LaneSweep *sweep, SweptSlice *ret_swept)
{
  LaneRest *top = sweep->lanes.at;

  if (sweep->lanes.n == 0)
    return false;
  ret_swept->slice = top->at;
  ret_swept->begin_ns = top->begin_ns;
  ret_swept->end_ns = MAX (MIN (slice_end_ns (sweep->slices, top->at), sweep->scope->end_ns), top->begin_ns);
  ret_swept->tag = top->tag;
  top->at++;
  if (!settle (sweep, top))
    *top = sweep->lanes.at[--sweep->lanes.n];
  lane_rests_sink (sweep->lanes.at, sweep->lanes.n, 0);
  return true;
}
