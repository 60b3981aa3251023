/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/slice_stack.h"

#include <stdlib.h>

#include "trace/model/slice_find.h"
#include "widgets/timeline/rows/lane_row.h"

/* The thread of a slice; TRACE_NONE: it lies on none. */
static uint32_t
thread_of (const Trace *trace, uint64_t slice)
{
  uint32_t parent = trace_track (trace, trace_track_of (trace, slice))->parent;

  return parent != TRACE_NONE && trace_track (trace, parent)->kind == TRACK_THREAD ? parent : TRACE_NONE;
}

/* How far out a band stands where slices are alike. */
static int
depth_of_band (const Trace *trace, uint64_t slice)
{
  TrackKind kind = trace_track (trace, trace_track_of (trace, slice))->kind;

  return kind == TRACK_PYTHON ? 0 : (int) kind;
}

static bool
is_outer (const Trace *trace, uint64_t a, uint64_t b)
{
  const SliceColumns *slices = trace_slices (trace);
  int a_depth, b_depth;

  if (slice_start_ns (slices, a) != slice_start_ns (slices, b))
    return slice_start_ns (slices, a) < slice_start_ns (slices, b);
  if (slice_end_ns (slices, a) != slice_end_ns (slices, b))
    return slice_end_ns (slices, a) > slice_end_ns (slices, b);
  a_depth = depth_of_band (trace, a);
  b_depth = depth_of_band (trace, b);
  return a_depth != b_depth ? a_depth < b_depth : a < b;
}

/* Keeps them in order; of too many the middle is lost. */
static void
insert (const Trace *trace, SliceStack *stack, uint64_t slice)
{
  uint32_t at = stack->n;

  while (at > 0 && is_outer (trace, slice, stack->slices[at - 1]))
    at--;
  if (stack->n == SLICE_STACK_MAX)
    {
      for (uint32_t i = SLICE_STACK_MAX / 2; i + 1 < SLICE_STACK_MAX; i++)
        stack->slices[i] = stack->slices[i + 1];
      stack->n--;
      at -= at > SLICE_STACK_MAX / 2;
    }
  for (uint32_t i = stack->n; i > at; i--)
    stack->slices[i] = stack->slices[i - 1];
  stack->slices[at] = slice;
  stack->n++;
}

void
slice_stack_around (const Trace *trace, uint64_t slice, SliceStack *ret_stack)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t thread = thread_of (trace, slice);
  int64_t begin_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);

  ret_stack->n = 0;
  if (thread == TRACE_NONE)
    return;
  for (uint32_t t = thread + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      const TraceTrack *band = trace_track (trace, t);

      for (uint32_t lane = band->first_row; lane < band->first_row + band->n_rows; lane++)
        {
          uint64_t around = lane_row_last_begun (trace, lane, begin_ns);

          if (around != SLICE_NONE && around != slice && slice_start_ns (slices, around) <= begin_ns
              && slice_end_ns (slices, around) >= end_ns && is_outer (trace, around, slice))
            insert (trace, ret_stack, around);
        }
    }
}

uint64_t
slice_stack_host_of (const Trace *trace, uint64_t slice)
{
  uint64_t launch = trace_launch_of (trace, slice);

  if (launch != SLICE_NONE)
    return launch;
  return thread_of (trace, slice) != TRACE_NONE ? slice : SLICE_NONE;
}

static bool
has_launched (const Trace *trace, uint64_t call)
{
  uint64_t first, n = trace_flows_from (trace, call, &first);

  /* Flows are in order of where they lead, and runs and records of synchronisations are both on devices. */
  for (uint64_t i = first; i < first + MIN (n, 16); i++)
    if (trace_flow (trace, i).kind == FLOW_LAUNCH)
      return true;
  return false;
}

uint32_t
slice_stack_launches_in (const Trace *trace, uint64_t slice, uint64_t *ret_calls, uint32_t n_max)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t thread = thread_of (trace, slice), n = 0, n_looks = 0;
  int64_t begin_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);

  if (thread == TRACE_NONE)
    return 0;
  for (uint32_t t = thread + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      const TraceTrack *band = trace_track (trace, t);

      if (band->kind != TRACK_CALLS)
        continue;
      for (uint32_t lane = band->first_row; lane < band->first_row + band->n_rows; lane++)
        {
          const TraceRow *row = trace_row (trace, lane);
          uint64_t call = slice_find_from (slices, row, begin_ns);

          for (; call < row->first_slice + row->n_slices && slice_start_ns (slices, call) < end_ns; call++)
            {
              if (n == n_max || n_looks++ == SLICE_STACK_LOOKS_MAX)
                return n;
              if (call != slice && has_launched (trace, call))
                ret_calls[n++] = call;
            }
        }
    }
  return n;
}
