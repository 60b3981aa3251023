/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_stats.h"

#include "trace/container/column.h"

/* Covers the tracks in scope. */
static void
count_activities (const StatsScope *scope, LaunchStats *stats, uint64_t *n_correlated)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (!stats_scope_holds_track (scope, track))
        continue;
      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        if (slice_kind_is_run ((SliceKind) slices->kind[i]) && !(slices->flags[i] & SLICE_UNFINISHED)
            && stats_scope_holds_start (scope, slice_start_ns (slices, i)))
          {
            stats->activities++;
            *n_correlated += slices->correlation[i] != 0;
          }
    }
}

static uint64_t
less (uint64_t n, uint64_t n_taken)
{
  return n > n_taken ? n - n_taken : 0;
}

bool
launch_stats_compute (const StatsScope *scope, LaunchStats *ret_stats)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  I64Column latencies = { 0 };
  LaunchStats stats = { 0 };
  uint64_t n_correlated = 0;
  uint64_t n_by_arrow = 0; /* matched without a correlation id */
  bool ok = true;

  count_activities (scope, &stats, &n_correlated);
  for (uint64_t i = 0; i < trace_n_flows (scope->trace) && ok; i++)
    {
      TraceFlow flow = trace_flow (scope->trace, i);

      if (flow.kind != FLOW_LAUNCH || slices->flags[flow.to] & SLICE_UNFINISHED
          || !stats_scope_holds_start (scope, slice_start_ns (slices, flow.to))
          || !stats_scope_holds_track (scope,
                                       trace_track (scope->trace, trace_track_of (scope->trace, flow.to))))
        continue;
      stats.matched++;
      n_by_arrow += slices->correlation[flow.to] == 0;
      if (slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow.to]))
        ok =
          i64_column_push (&latencies, slice_start_ns (slices, flow.to) - slice_start_ns (slices, flow.from));
    }
  stats.unmatched = less (n_correlated, stats.matched - n_by_arrow);
  stats.without_correlation = less (stats.activities, n_correlated + n_by_arrow);
  stats.latency = distribution_of (latencies.at, latencies.n);
  i64_column_clear (&latencies);
  *ret_stats = stats;
  return ok;
}
