/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/track_stats.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/index/interval_union.h"
#include "trace/stats/distribution.h"

static bool
is_counted (const SliceColumns *slices, const TraceTrack *track, uint64_t i)
{
  return !(slices->flags[i] & SLICE_UNFINISHED)
         && (track->kind != TRACK_STREAM || slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]));
}

/* Returns whether a merged union covers [begin_ns, end_ns). *at is the interval to start with; begins must ascend. */
static bool
covers (const IntervalColumn *intervals, size_t n, size_t *at, int64_t begin_ns, int64_t end_ns)
{
  while (*at < n && intervals->at[*at].end_ns < end_ns)
    ++*at;
  return *at < n && intervals->at[*at].begin_ns <= begin_ns;
}

/* busy is a merged union before and after the call. */
static bool
add_row (const StatsScope *scope, const TraceRow *row, TrackStats *stats, IntervalUnion *busy)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  const TraceTrack *track = trace_track (scope->trace, row->track);
  size_t n_merged = busy->intervals.n, at = 0;
  uint64_t first, end;

  if (!stats_scope_slices_of_row (scope, row, &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      int64_t start_ns = slice_start_ns (slices, i), dur_ns = slice_dur_ns (slices, i);

      if (!is_counted (slices, track, i) || !stats_scope_touches (scope, start_ns, dur_ns))
        continue;
      if (stats_scope_holds_start (scope, start_ns))
        {
          stats->count++;
          stats->total_ns = add_saturated (stats->total_ns, dur_ns);
          if (stats->longest == SLICE_NONE || dur_ns > slice_dur_ns (slices, stats->longest))
            stats->longest = i;
        }
      else
        stats->n_before++;

      /* Nested slices are inside the time during which the lanes above are busy. */
      int64_t begin_ns = MAX (start_ns, scope->begin_ns), end_ns = MIN (start_ns + dur_ns, scope->end_ns);
      if (!covers (&busy->intervals, n_merged, &at, begin_ns, end_ns)
          && !interval_union_add (busy, begin_ns, end_ns))
        return false;
    }
  if (busy->intervals.n > n_merged)
    interval_union_merge (busy);
  return true;
}

static bool
add_all (IntervalUnion *all, const IntervalUnion *some)
{
  bool ok = true;

  for (size_t i = 0; i < some->intervals.n && ok; i++)
    ok = interval_union_add (all, some->intervals.at[i].begin_ns, some->intervals.at[i].end_ns);
  return ok;
}

static bool
add_track (const StatsScope *scope, uint32_t index, TrackStatsTable *table, IntervalUnion *all)
{
  const TraceTrack *track = trace_track (scope->trace, index);
  TrackStats stats = { .track = index, .longest = SLICE_NONE };
  IntervalUnion busy = { 0 };
  bool ok = true;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows && ok; r++)
    ok = add_row (scope, trace_row (scope->trace, r), &stats, &busy);
  stats.busy_ns = interval_union_length (&busy);
  ok = ok && add_all (all, &busy);
  interval_union_clear (&busy);
  if (stats.count + stats.n_before == 0)
    return ok;
  table->tracks[table->n++] = stats;
  table->count += stats.count;
  table->n_before += stats.n_before;
  table->total_ns = add_saturated (table->total_ns, stats.total_ns);
  return ok;
}

bool
track_stats_compute (const StatsScope *scope,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     TrackStatsTable *ret_table)
{
  uint32_t n = trace_n_tracks (scope->trace);
  TrackStatsTable table = { .tracks = malloc (n * sizeof (TrackStats) + 1) };
  StopCheck check = { should_continue, user_data, 0 };
  IntervalUnion all = { 0 };
  bool ok = table.tracks != NULL;

  *ret_table = (TrackStatsTable){ 0 };
  for (uint32_t t = 0; t < n && ok; t++)
    if (trace_track (scope->trace, t)->n_slices > 0
        && stats_scope_holds_track (scope, trace_track (scope->trace, t)))
      ok = stop_check_ask (&check) && add_track (scope, t, &table, &all);
  interval_union_merge (&all);
  table.busy_ns = interval_union_length (&all);
  interval_union_clear (&all);
  if (!ok)
    track_stats_clear (&table);
  *ret_table = table;
  return ok;
}

void
track_stats_clear (TrackStatsTable *table)
{
  free (table->tracks);
  *table = (TrackStatsTable){ 0 };
}
