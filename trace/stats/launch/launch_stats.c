/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_stats.h"

#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/launch/job_launches.h"

/* Each activity counts once, however many arrows lead to it. near is for trace_launch_of_near (). */
static bool
add_activity (const Trace *trace, uint64_t run, uint64_t *near, LaunchStats *stats, I64Column *latencies)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t call = trace_launch_of_near (trace, run, near);

  stats->activities++;
  if (call == SLICE_NONE)
    {
      stats->unmatched += slices->correlation[run] != 0;
      stats->without_correlation += slices->correlation[run] == 0;
      return true;
    }
  stats->matched++;
  return !slice_kind_is_gpu_activity ((SliceKind) slices->kind[run])
         || i64_column_push (latencies, slice_start_ns (slices, run) - slice_start_ns (slices, call));
}

/* Most tracks are of the host, and searching bytes takes a fraction of the time of looking at each. */
static bool
holds_a_run (const SliceColumns *slices, const TraceTrack *track)
{
  for (SliceKind kind = 0; kind < N_SLICE_KINDS; kind++)
    if (slice_kind_is_run (kind) && memchr (slices->kind + track->first_slice, (int) kind, track->n_slices) != NULL)
      return true;
  return false;
}

bool
launch_stats_collect (const StatsScope *scope, LaunchStats *ret_stats, I64Column *ret_latencies)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  LaunchStats stats = { 0 };
  uint64_t near = 0;
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (!stats_scope_holds_track (scope, track) || !holds_a_run (slices, track))
        continue;
      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices && ok; i++)
        if (slice_kind_is_run ((SliceKind) slices->kind[i]) && !(slices->flags[i] & SLICE_UNFINISHED)
            && stats_scope_holds_start (scope, slice_start_ns (slices, i)))
          ok = add_activity (scope->trace, i, &near, &stats, ret_latencies);
    }
  stats.latency = distribution_of (ret_latencies->at, ret_latencies->n);
  *ret_stats = stats;
  return ok;
}

bool
launch_stats_compute (const StatsScope *scope, LaunchStats *ret_stats)
{
  I64Column latencies = { 0 };

  if (trace_is_job (scope->trace))
    return job_launches_compute (scope, ret_stats);
  bool ok = launch_stats_collect (scope, ret_stats, &latencies);
  i64_column_clear (&latencies);
  return ok;
}
