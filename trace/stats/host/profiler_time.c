/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/profiler_time.h"

#include "trace/container/stop_check.h"

static bool
add_row (const StatsScope *scope, const TraceRow *row, StopCheck *check, IntervalUnion *set)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;
  bool ok = stats_scope_slices_of_row (scope, row, &first, &end);

  for (uint64_t i = first; ok && i < end; i++)
    {
      if (!stop_check_next (check))
        return false;
      if (slices->kind[i] == SLICE_OVERHEAD && !(slices->flags[i] & SLICE_UNFINISHED))
        ok = interval_union_add (set, slice_start_ns (slices, i), slice_end_ns (slices, i));
    }
  return ok;
}

bool
profiler_time_compute (const StatsScope *scope,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       TimeCover *covers)
{
  StopCheck check = { should_continue, user_data, 0 };
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (track->kind != TRACK_PROFILER || !stats_scope_holds_rank (scope, track->rank))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows && ok; r++)
        ok = add_row (scope, trace_row (scope->trace, r), &check, &covers[track->rank].set);
    }
  for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace) && ok; rank++)
    ok = time_cover_finish (&covers[rank]);
  return ok;
}
