/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/launch_timing.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/stop_check.h"
#include "trace/stats/launch/launch_walk.h"

typedef struct
{
  const StatsScope *scope;
  StopCheck check;

  I64Column latencies_ns, queues_ns, calls_ns;
  uint8_t *is_seen; /* a bit per slice: the call has been counted */
  LaunchTiming timing;
} Timing;

/* Returns whether the call is counted for the first time. */
static bool
note_call (Timing *timing, uint64_t call)
{
  uint8_t bit = (uint8_t) (1 << call % 8), *bits = &timing->is_seen[call / 8];
  bool is_new = (*bits & bit) == 0;

  *bits |= bit;
  return is_new;
}

static bool
add_call (Timing *timing, const Launch *launch)
{
  int64_t dur_ns = slice_dur_ns (trace_slices (timing->scope->trace), launch->call);

  if (!note_call (timing, launch->call))
    return true;
  timing->timing.n_slow_calls += dur_ns > LAUNCH_SLOW_CALL_NS;
  timing->timing.n_shared_calls += !launch->is_alone;
  return i64_column_push (&timing->calls_ns, dur_ns);
}

static void
note_bin (Timing *timing, uint64_t run, int64_t latency_ns)
{
  const SliceColumns *slices = trace_slices (timing->scope->trace);
  uint64_t *first = &timing->timing.bin_first[log_histogram_bin_of (latency_ns)];

  log_histogram_add (&timing->timing.latency_bins, latency_ns);
  if (*first == SLICE_NONE || slice_start_ns (slices, run) < slice_start_ns (slices, *first))
    *first = run;
}

static bool
add_launch (Timing *timing, const Launch *launch)
{
  const SliceColumns *slices = trace_slices (timing->scope->trace);
  int64_t start_ns = slice_start_ns (slices, launch->run);
  int64_t latency_ns = start_ns - slice_start_ns (slices, launch->call);
  int64_t queue_ns = start_ns - slice_end_ns (slices, launch->call);

  timing->timing.n_negative += latency_ns < 0;
  timing->timing.n_shared_runs += !launch->is_alone;
  note_bin (timing, launch->run, latency_ns);
  if (launch->is_alone && slices->kind[launch->run] == SLICE_KERNEL)
    {
      timing->timing.n_lone_kernels++;
      timing->timing.n_short_kernels +=
        slice_dur_ns (slices, launch->run) < slice_dur_ns (slices, launch->call);
    }
  return i64_column_push (&timing->latencies_ns, latency_ns)
         && (queue_ns <= 0 || i64_column_push (&timing->queues_ns, queue_ns)) && add_call (timing, launch);
}

static bool
add_row (Timing *timing, const TraceRow *row)
{
  const SliceColumns *slices = trace_slices (timing->scope->trace);
  uint64_t first, end;
  Launch launch;

  if (!stats_scope_slices_of_row (timing->scope, row, &first, &end)
      || !i64_column_reserve (&timing->latencies_ns, (size_t) (end - first))
      || !i64_column_reserve (&timing->queues_ns, (size_t) (end - first))
      || !i64_column_reserve (&timing->calls_ns, (size_t) (end - first)))
    return false;
  for (LaunchWalk walk = launch_walk_begin (timing->scope->trace, first, end);
       launch_walk_next (&walk, &launch);)
    {
      if (!stop_check_next (&timing->check))
        return false;
      if (slice_kind_is_gpu_activity ((SliceKind) slices->kind[launch.run])
          && stats_scope_holds_start (timing->scope, slice_start_ns (slices, launch.run))
          && !add_launch (timing, &launch))
        return false;
    }
  return true;
}

bool
launch_timing_compute (const StatsScope *scope,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       LaunchTiming *ret_timing)
{
  Timing timing = { .scope = scope, .check = { should_continue, user_data, 0 } };
  bool ok;

  timing.is_seen = calloc (trace_slices (scope->trace)->n / 8 + 1, 1);
  ok = timing.is_seen != NULL;
  for (uint32_t bin = 0; bin < LOG_HISTOGRAM_BINS; bin++)
    timing.timing.bin_first[bin] = SLICE_NONE;
  for (uint32_t r = 0; r < trace_n_rows (scope->trace) && ok; r++)
    {
      const TraceRow *row = trace_row (scope->trace, r);
      const TraceTrack *track = trace_track (scope->trace, row->track);

      if (track->kind == TRACK_STREAM && stats_scope_holds_track (scope, track))
        ok = add_row (&timing, row);
    }
  if (ok)
    {
      timing.timing.latency = distribution_of (timing.latencies_ns.at, timing.latencies_ns.n);
      timing.timing.queue = distribution_of (timing.queues_ns.at, timing.queues_ns.n);
      timing.timing.call = distribution_of (timing.calls_ns.at, timing.calls_ns.n);
    }
  i64_column_clear (&timing.latencies_ns);
  i64_column_clear (&timing.queues_ns);
  i64_column_clear (&timing.calls_ns);
  free (timing.is_seen);
  *ret_timing = timing.timing;
  return ok;
}
