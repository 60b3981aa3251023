/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_kernels.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/name_groups.h"
#include "trace/stats/percent_parts.h"

/* ---- launches by name ---- */

/* The launches of one name; all 0 without a launch. */
typedef struct
{
  uint64_t count, longest;
  int64_t total_ns, within_ns;
} NameSum;

typedef struct
{
  const DashboardData *data;
  const SliceColumns *slices;
  StopCheck check;
  NameSum *of_name; /* by string id; pages of names of no kernel are never touched */
  U32Column names;  /* that have launches */
  int64_t within_ns;
} Launches;

static bool
add_launch (Launches *launches, uint64_t slice)
{
  const SliceColumns *slices = launches->slices;
  uint32_t name = slice_name (slices, slice);
  NameSum *sum = &launches->of_name[name];
  int64_t dur_ns = slice_dur_ns (slices, slice);

  if (sum->count == 0)
    {
      if (!u32_column_push (&launches->names, name))
        return false;
      sum->longest = slice;
    }
  sum->count++;
  sum->total_ns = add_saturated (sum->total_ns, dur_ns);
  if (dur_ns > slice_dur_ns (slices, sum->longest)
      || (dur_ns == slice_dur_ns (slices, sum->longest)
          && slice_start_ns (slices, slice) < slice_start_ns (slices, sum->longest)))
    sum->longest = slice;
  return true;
}

static bool
add_kernel (Launches *launches, uint64_t slice)
{
  const StatsScope *scope = &launches->data->scope;
  const SliceColumns *slices = launches->slices;
  int64_t start_ns = slice_start_ns (slices, slice);
  int64_t within_ns = stats_scope_within_ns (scope, start_ns, slice_dur_ns (slices, slice));
  NameSum *sum = &launches->of_name[slice_name (slices, slice)];

  sum->within_ns = add_saturated (sum->within_ns, within_ns);
  launches->within_ns = add_saturated (launches->within_ns, within_ns);
  return !stats_scope_holds_start (scope, start_ns) || add_launch (launches, slice);
}

/* Kernels run on streams. */
static bool
add_launches (Launches *launches)
{
  const StatsScope *scope = &launches->data->scope;
  const SliceColumns *slices = launches->slices;
  bool ok = true;

  for (uint32_t r = 0; ok && r < trace_n_rows (scope->trace); r++)
    {
      const TraceRow *row = trace_row (scope->trace, r);
      const TraceTrack *track = trace_track (scope->trace, row->track);
      uint64_t first, end;

      if (track->kind != TRACK_STREAM || !stats_scope_holds_track (scope, track))
        continue;
      ok = stats_scope_slices_of_row (scope, row, &first, &end);
      for (uint64_t i = first; ok && i < end; i++)
        ok = (slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED) != 0
              || add_kernel (launches, i))
             && stop_check_next (&launches->check);
    }
  return ok;
}

/* A job that was merged from summaries has the sums of its kernels, and few of their slices. */
static bool
add_job (Launches *launches, bool (*should_continue) (void *), void *user_data)
{
  KernelStatsTable table;
  bool ok = kernel_stats_compute (&launches->data->scope, should_continue, user_data, &table);

  for (uint64_t i = 0; i < table.n && ok; i++)
    {
      const KernelStats *kernel = &table.kernels[i];
      int64_t total_ns = kernel->duration.total_ns;

      launches->of_name[kernel->name] = (NameSum){ kernel->duration.count, SLICE_NONE, total_ns, total_ns };
      launches->within_ns = add_saturated (launches->within_ns, total_ns);
      ok = u32_column_push (&launches->names, kernel->name);
    }
  kernel_stats_clear (&table);
  return ok;
}

/* ---- rankings ---- */

static int
compare_times (const void *a, const void *b, void *user_data)
{
  const Launches *launches = user_data;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  int64_t x_ns = launches->of_name[x].total_ns, y_ns = launches->of_name[y].total_ns;

  if (x_ns != y_ns)
    return x_ns > y_ns ? -1 : 1;
  return name_compare (launches->data->scope.trace, x, y);
}

static int
compare_counts (const void *a, const void *b, void *user_data)
{
  const Launches *launches = user_data;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  uint64_t x_count = launches->of_name[x].count, y_count = launches->of_name[y].count;

  if (x_count != y_count)
    return x_count > y_count ? -1 : 1;
  return compare_times (a, b, user_data);
}

static void
rank (Launches *launches, int (*compare) (const void *, const void *, void *), KernelRanking *ranking)
{
  U32Column *names = &launches->names;

  if (names->n > 0)
    qsort_r (names->at, names->n, sizeof *names->at, compare, launches);
  ranking->n = (uint32_t) MIN (names->n, DASHBOARD_TOP_MAX);
  for (uint32_t i = 0; i < ranking->n; i++)
    {
      const NameSum *sum = &launches->of_name[names->at[i]];

      ranking->rows[i] = (DashboardKernel){
        .name = names->at[i],
        .work = work_kind_of_kernel_name (launches->data->profile->works, names->at[i]),
        .count = sum->count,
        .total_ns = sum->total_ns,
        .within_ns = sum->within_ns,
        .longest = sum->longest,
      };
    }
}

/* ---- the section ---- */

void *
section_kernels_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  KernelFigures *figures = calloc (1, sizeof *figures);
  Launches launches = {
    .data = data,
    .slices = trace_slices (data->scope.trace),
    .check = { should_continue, user_data, 0 },
    .of_name = calloc ((size_t) trace_n_strings (data->scope.trace) + 1, sizeof *launches.of_name),
  };
  bool ok = figures != NULL && launches.of_name != NULL
            && (trace_is_job (data->scope.trace) ? add_job (&launches, should_continue, user_data)
                                                 : add_launches (&launches));

  if (ok)
    {
      figures->n_names = launches.names.n;
      figures->within_ns = launches.within_ns;
      for (size_t i = 0; i < launches.names.n; i++)
        {
          const NameSum *sum = &launches.of_name[launches.names.at[i]];

          figures->n_launches += sum->count;
          figures->total_ns = add_saturated (figures->total_ns, sum->total_ns);
        }
      rank (&launches, compare_times, &figures->by_time);
      rank (&launches, compare_counts, &figures->by_count);
    }
  free (launches.of_name);
  u32_column_clear (&launches.names);
  if (ok)
    return figures;
  free (figures);
  return NULL;
}

void
section_kernels_free (void *section)
{
  free (section);
}

static int64_t
as_weight (uint64_t count)
{
  return (int64_t) MIN (count, (uint64_t) INT64_MAX);
}

KernelTop
kernel_figures_top (const KernelFigures *kernels, bool by_count, uint32_t n_rows)
{
  const KernelRanking *ranking = by_count ? &kernels->by_count : &kernels->by_time;
  KernelTop top = { .rows = ranking->rows, .n = MIN (MIN (n_rows, DASHBOARD_TOP_MAX), ranking->n) };
  int64_t parts[DASHBOARD_TOP_MAX + 1], shown_ns = 0, shown_within_ns = 0;
  uint32_t tenths[DASHBOARD_TOP_MAX + 1];
  uint64_t shown_count = 0;

  for (uint32_t i = 0; i < top.n; i++)
    {
      parts[i] = by_count ? as_weight (top.rows[i].count) : top.rows[i].total_ns;
      shown_count += top.rows[i].count;
      shown_ns = add_saturated (shown_ns, top.rows[i].total_ns);
      shown_within_ns = add_saturated (shown_within_ns, top.rows[i].within_ns);
    }
  top.n_others = kernels->n_names - top.n;
  top.other_count = kernels->n_launches - shown_count;
  top.other_ns = kernels->total_ns - shown_ns; /* >= 0: both stop at what fits */
  top.other_within_ns = kernels->within_ns - shown_within_ns;
  parts[top.n] = by_count ? as_weight (top.other_count) : top.other_ns;
  percent_parts (parts, top.n + 1, tenths);
  for (uint32_t i = 0; i < top.n; i++)
    top.tenths[i] = tenths[i];
  top.other_tenths = tenths[top.n];
  return top;
}
