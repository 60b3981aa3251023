/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/summary/area_stats.h"

#include <stdlib.h>

#include "trace/container/parallel.h"
#include "trace/container/stop_check.h"

/* Estimated time per slice. */
#define SLICE_NS 30

/* Returns the longer of two slices of one name; best may be SLICE_NONE. */
static bool
is_longer (const SliceColumns *slices, uint64_t i, uint64_t best)
{
  if (best == SLICE_NONE || slice_dur_ns (slices, i) != slice_dur_ns (slices, best))
    return best == SLICE_NONE || slice_dur_ns (slices, i) > slice_dur_ns (slices, best);
  return slice_start_ns (slices, i) < slice_start_ns (slices, best);
}

/* The slices that kernel_stats_compute () counts. of_name is by string id. */
static bool
find_in_row (const StatsScope *scope, const TraceRow *row, uint64_t *of_name)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;

  if (!stats_scope_slices_of_row (scope, row, &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
        && stats_scope_holds_start (scope, slice_start_ns (slices, i)))
      {
        uint64_t *best = &of_name[slice_name (slices, i)];

        if (is_longer (slices, i, *best))
          *best = i;
      }
  return true;
}

static bool
find_longest (const StatsScope *scope, AreaStats *stats)
{
  uint32_t n_names = trace_n_strings (scope->trace);
  uint64_t *of_name = malloc (n_names * sizeof *of_name + 1);
  bool ok = of_name != NULL;

  stats->longest = malloc (stats->kernels.n * sizeof *stats->longest + 1);
  ok = ok && stats->longest != NULL;
  for (uint32_t name = 0; name < n_names && ok; name++)
    of_name[name] = SLICE_NONE;
  for (uint32_t r = 0; r < trace_n_rows (scope->trace) && ok; r++)
    {
      const TraceRow *row = trace_row (scope->trace, r);

      if (stats_scope_holds_track (scope, trace_track (scope->trace, row->track)))
        ok = find_in_row (scope, row, of_name);
    }
  for (uint64_t i = 0; i < stats->kernels.n && ok; i++)
    stats->longest[i] = of_name[stats->kernels.kernels[i].name];
  free (of_name);
  return ok;
}

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  AreaStats *stats;
  bool is_done[3];
} Parts;

/* Each part is computed by itself, the longest first. should_continue is called only on the caller's thread. */
static void
compute_part (void *user_data, size_t part, unsigned thread)
{
  Parts *parts = user_data;
  AreaStats *stats = parts->stats;
  StopCheck check = { thread == 0 ? parts->check.should_continue : NULL, parts->check.user_data, 0 };

  if (part == 0)
    parts->is_done[part] =
      track_stats_compute (parts->scope, check.should_continue, check.user_data, &stats->tracks);
  else if (part == 1)
    parts->is_done[part] =
      kernel_stats_compute (parts->scope, check.should_continue, check.user_data, &stats->kernels)
      && stop_check_ask (&check) && find_longest (parts->scope, stats);
  else
    parts->is_done[part] =
      device_stats_compute (parts->scope, check.should_continue, check.user_data, &stats->devices);
}

/* Estimates the number of slices in the window. */
static uint64_t
slices_of (const StatsScope *scope)
{
  int64_t begin_ns, end_ns;
  double share = 1;

  trace_span (scope->trace, &begin_ns, &end_ns);
  if (end_ns > begin_ns && scope->end_ns > scope->begin_ns)
    share =
      MIN (((double) scope->end_ns - (double) scope->begin_ns) / ((double) end_ns - (double) begin_ns), 1);
  return (uint64_t) (share * (double) trace_slices (scope->trace)->n);
}

bool
area_stats_compute (const StatsScope *scope,
                    bool (*should_continue) (void *user_data),
                    void *user_data,
                    AreaStats *ret_stats)
{
  AreaStats stats = { 0 };
  Parts parts = { scope, { should_continue, user_data, 0 }, &stats, { false } };
  bool ok = stop_check_ask (&parts.check);

  if (ok)
    parallel_run (parallel_threads_for (slices_of (scope) * SLICE_NS), G_N_ELEMENTS (parts.is_done),
                  compute_part, &parts);
  for (size_t part = 0; part < G_N_ELEMENTS (parts.is_done); part++)
    ok = ok && parts.is_done[part];
  ok = ok && stop_check_ask (&parts.check)
       && summary_stats_compute (scope, &stats.devices, &stats.kernels, &stats.summary);
  if (!ok)
    area_stats_clear (&stats);
  else
    stats.split = time_split_of (scope, &stats.devices);
  *ret_stats = stats;
  return ok;
}

void
area_stats_clear (AreaStats *stats)
{
  track_stats_clear (&stats->tracks);
  device_stats_clear (&stats->devices);
  kernel_stats_clear (&stats->kernels);
  free (stats->longest);
  *stats = (AreaStats){ 0 };
}
