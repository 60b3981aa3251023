/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/area_stats.h"

#include <stdlib.h>

/* The better of two slices of one name; best may be SLICE_NONE. */
static bool
is_longer (const SliceColumns *slices, uint64_t i, uint64_t best)
{
  if (best == SLICE_NONE || slice_dur_ns (slices, i) != slice_dur_ns (slices, best))
    return best == SLICE_NONE || slice_dur_ns (slices, i) > slice_dur_ns (slices, best);
  return slice_start_ns (slices, i) < slice_start_ns (slices, best);
}

/* What kernel_stats_compute () counts. of_name: by string id. */
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

bool
area_stats_compute (const StatsScope *scope,
                    bool (*is_wanted) (void *user_data),
                    void *user_data,
                    AreaStats *ret_stats)
{
  AreaStats stats = { 0 };
  bool ok = track_stats_compute (scope, is_wanted, user_data, &stats.tracks);

  ok = ok && device_stats_compute (scope, &stats.devices);
  ok = ok && (is_wanted == NULL || is_wanted (user_data)) && kernel_stats_compute (scope, &stats.kernels);
  ok = ok && (is_wanted == NULL || is_wanted (user_data)) && find_longest (scope, &stats);
  ok = ok && summary_stats_compute (scope, &stats.devices, &stats.kernels, &stats.summary);
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
