/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_overlap.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"

static void
offer (const SliceColumns *slices, uint64_t slice, uint64_t *longest)
{
  int64_t dur_ns = slice_dur_ns (slices, slice),
          best_ns = *longest != SLICE_NONE ? slice_dur_ns (slices, *longest) : -1;

  if (dur_ns > best_ns
      || (dur_ns == best_ns && slice_start_ns (slices, slice) < slice_start_ns (slices, *longest)))
    *longest = slice;
}

static void
offer_kernel (const DashboardData *data, uint64_t slice, OverlapEvents *events)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);

  if (slices->kind[slice] != SLICE_KERNEL || (slices->flags[slice] & SLICE_UNFINISHED) != 0
      || !stats_scope_holds_start (&data->scope, slice_start_ns (slices, slice)))
    return;
  switch (work_kind_of_kernel_name (data->profile->works, slice_name (slices, slice)))
    {
    case WORK_COMMUNICATION:
      offer (slices, slice, &events->longest_communication);
      break;
    case WORK_GEMM:
    case WORK_ATTENTION:
    case WORK_COMPUTE:
      offer (slices, slice, &events->longest_compute);
      break;
    default:
      break;
    }
}

/* Returns false when memory runs out or the result is no longer needed. */
static bool
look_through (const DashboardData *data, StopCheck *check, const TraceTrack *track, OverlapEvents *events)
{
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      uint64_t first, end;

      if (!stats_scope_slices_of_row (&data->scope, trace_row (data->scope.trace, r), &first, &end))
        return false;
      for (uint64_t i = first; i < end; i++)
        {
          if (!stop_check_next (check))
            return false;
          offer_kernel (data, i, events);
        }
    }
  return true;
}

void *
section_overlap_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  const Trace *trace = data->scope.trace;
  StopCheck check = { should_continue, user_data, 0 };
  OverlapFigures *figures = malloc (sizeof *figures + (data->n_devices + (size_t) 1) * sizeof *figures->of);
  bool ok = figures != NULL;

  if (ok)
    figures->n = 0;
  for (uint32_t d = 0; d < trace_n_devices (trace) && ok; d++)
    {
      uint32_t device_track = trace_device (trace, d)->track;

      if (!stats_scope_holds_device (&data->scope, d) || figures->n == data->n_devices)
        continue;
      OverlapEvents *events = &figures->of[figures->n++];
      *events = (OverlapEvents){ d, SLICE_NONE, SLICE_NONE };
      /* The tracks below a device follow it directly. */
      for (uint32_t t = device_track + 1;
           ok && t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device_track; t++)
        if (trace_track (trace, t)->kind == TRACK_STREAM
            && stats_scope_holds_track (&data->scope, trace_track (trace, t)))
          ok = look_through (data, &check, trace_track (trace, t), events);
    }
  if (ok)
    return figures;
  free (figures);
  return NULL;
}

void
section_overlap_free (void *section)
{
  free (section);
}
