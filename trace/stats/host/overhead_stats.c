/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/overhead_stats.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/index/interval_union.h"
#include "trace/stats/distribution.h"

COLUMN_IMPLEMENT (OverheadThreadColumn, overhead_thread_column)
COLUMN_IMPLEMENT (OverheadNameColumn, overhead_name_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  IntervalUnion *ranks;    /* by rank */
  uint32_t *place_of_name; /* by string id: 1 + index of stats.names, 0 none */
  OverheadStats stats;
} Tally;

static bool
count_name (Tally *tally, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (tally->scope->trace);
  uint32_t name = slice_name (slices, slice);
  int64_t dur_ns = slice_dur_ns (slices, slice);

  if (tally->place_of_name[name] == 0)
    {
      if (!overhead_name_column_push (&tally->stats.names,
                                      (OverheadName){ .name = name, .max_ns = -1, .longest = SLICE_NONE }))
        return false;
      tally->place_of_name[name] = (uint32_t) tally->stats.names.n;
    }
  OverheadName *row = &tally->stats.names.at[tally->place_of_name[name] - 1];
  row->count++;
  row->total_ns = add_saturated (row->total_ns, dur_ns);
  if (dur_ns > row->max_ns)
    {
      row->max_ns = dur_ns;
      row->longest = slice;
    }
  return true;
}

static bool
add_row (Tally *tally,
         const TraceRow *row,
         uint32_t rank,
         IntervalUnion *set,
         uint64_t *n_touching,
         uint64_t *count)
{
  const StatsScope *scope = tally->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;
  bool ok = stats_scope_slices_of_row (scope, row, &first, &end);

  for (uint64_t i = first; ok && i < end; i++)
    {
      int64_t begin_ns = slice_start_ns (slices, i), end_ns = slice_end_ns (slices, i);

      if (!stop_check_next (&tally->check))
        return false;
      if (slices->kind[i] != SLICE_OVERHEAD || (slices->flags[i] & SLICE_UNFINISHED)
          || !stats_scope_touches (scope, begin_ns, end_ns - begin_ns))
        continue;
      ++*n_touching;
      if (stats_scope_holds_start (scope, begin_ns))
        {
          ++*count;
          ok = count_name (tally, i);
        }
      begin_ns = MAX (begin_ns, scope->begin_ns);
      end_ns = MIN (end_ns, scope->end_ns);
      ok = ok && interval_union_add (set, begin_ns, end_ns)
           && interval_union_add (&tally->ranks[rank], begin_ns, end_ns);
    }
  return ok;
}

static bool
add_band (Tally *tally, const TraceTrack *band)
{
  OverheadThread thread = { .thread = band->parent };
  IntervalUnion set = { 0 };
  uint64_t n_touching = 0;
  bool ok = true;

  for (uint32_t r = band->first_row; r < band->first_row + band->n_rows && ok; r++)
    ok = add_row (tally, trace_row (tally->scope->trace, r), band->rank, &set, &n_touching, &thread.count);
  interval_union_merge (&set);
  thread.busy_ns = interval_union_length (&set);
  interval_union_clear (&set);
  tally->stats.count += thread.count;
  return ok && (n_touching == 0 || overhead_thread_column_push (&tally->stats.threads, thread));
}

static bool
holds_any (const Trace *trace, const TraceTrack *band)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = band->first_slice; i < band->first_slice + band->n_slices; i++)
    if (slices->kind[i] == SLICE_OVERHEAD)
      return true;
  return false;
}

static int
compare_names (const void *a, const void *b)
{
  const OverheadName *x = a, *y = b;

  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

static int64_t
rank_time_ns (const StatsScope *scope)
{
  int64_t length_ns, time_ns;

  if (scope->end_ns <= scope->begin_ns || __builtin_sub_overflow (scope->end_ns, scope->begin_ns, &length_ns)
      || __builtin_mul_overflow (length_ns, (int64_t) stats_scope_n_ranks (scope), &time_ns))
    return 0;
  return time_ns;
}

bool
overhead_stats_compute (const StatsScope *scope,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        OverheadStats *ret_stats)
{
  const Trace *trace = scope->trace;
  Tally tally = {
    .scope = scope,
    .check = { should_continue, user_data, 0 },
    .ranks = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *tally.ranks),
    .place_of_name = calloc (trace_n_strings (trace) + (size_t) 1, sizeof *tally.place_of_name),
    .stats = { .time_ns = rank_time_ns (scope) },
  };
  bool ok = tally.ranks != NULL && tally.place_of_name != NULL;

  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    {
      const TraceTrack *band = trace_track (trace, t);

      if (band->kind != TRACK_PROFILER)
        continue;
      tally.stats.is_recorded = tally.stats.is_recorded || holds_any (trace, band);
      if (stats_scope_holds_rank (scope, band->rank))
        ok = add_band (&tally, band);
    }
  for (uint32_t rank = 0; tally.ranks != NULL && rank < trace_n_ranks (trace); rank++)
    {
      interval_union_merge (&tally.ranks[rank]);
      tally.stats.busy_ns = add_saturated (tally.stats.busy_ns, interval_union_length (&tally.ranks[rank]));
      interval_union_clear (&tally.ranks[rank]);
    }
  free (tally.ranks);
  free (tally.place_of_name);
  if (ok && tally.stats.names.n > 0)
    qsort (tally.stats.names.at, tally.stats.names.n, sizeof *tally.stats.names.at, compare_names);
  if (!ok)
    overhead_stats_clear (&tally.stats);
  *ret_stats = tally.stats;
  return ok;
}

void
overhead_stats_clear (OverheadStats *stats)
{
  overhead_thread_column_clear (&stats->threads);
  overhead_name_column_clear (&stats->names);
  *stats = (OverheadStats){ 0 };
}
