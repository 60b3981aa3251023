/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/section_kernels.h"

#include <stdlib.h>

#include "trace/stats/kernel_stats.h"
#include "trace/stats/percent_parts.h"
#include "trace/stoppable_order.h"

static int
compare_counts (const void *a, const void *b)
{
  const KernelStats *x = a, *y = b;

  if (x->duration.count != y->duration.count)
    return x->duration.count > y->duration.count ? -1 : 1;
  if (x->duration.total_ns != y->duration.total_ns)
    return x->duration.total_ns > y->duration.total_ns ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* The first rows of a table that is already in order. */
static void
take_first (const DashboardData *data, const KernelStatsTable *kernels, KernelRanking *ranking)
{
  ranking->n = (uint32_t) MIN (kernels->n, DASHBOARD_TOP_MAX);
  for (uint32_t i = 0; i < ranking->n; i++)
    {
      const KernelStats *kernel = &kernels->kernels[i];

      ranking->rows[i] = (DashboardKernel){
        .name = kernel->name,
        .work = work_kind_of_kernel_name (data->profile->works, kernel->name),
        .count = kernel->duration.count,
        .total_ns = kernel->duration.total_ns,
        .longest = SLICE_NONE,
      };
    }
}

/* ---- the longest launch of each ---- */

/* Where the longest launch of a name is told: place[name] is its number + 1, 0: it is in no ranking. */
typedef struct
{
  uint8_t *place;
  uint64_t longest[2 * DASHBOARD_TOP_MAX];
  uint8_t n;
} Longest;

G_STATIC_ASSERT (2 * DASHBOARD_TOP_MAX < UINT8_MAX);

static void
want_longest (Longest *longest, const KernelRanking *ranking)
{
  for (uint32_t i = 0; i < ranking->n; i++)
    if (longest->place[ranking->rows[i].name] == 0)
      {
        longest->longest[longest->n++] = SLICE_NONE;
        longest->place[ranking->rows[i].name] = longest->n;
      }
}

static void
look_at_slice (const DashboardData *data, Longest *longest, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);

  if (slices->kind[slice] != SLICE_KERNEL || (slices->flags[slice] & SLICE_UNFINISHED) != 0
      || longest->place[slice_name (slices, slice)] == 0
      || !stats_scope_holds_start (&data->scope, slice_start_ns (slices, slice)))
    return;
  uint64_t *at = &longest->longest[longest->place[slice_name (slices, slice)] - 1];
  if (*at == SLICE_NONE || slice_dur_ns (slices, slice) > slice_dur_ns (slices, *at)
      || (slice_dur_ns (slices, slice) == slice_dur_ns (slices, *at)
          && slice_start_ns (slices, slice) < slice_start_ns (slices, *at)))
    *at = slice;
}

static void
tell_longest (const Longest *longest, KernelRanking *ranking)
{
  for (uint32_t i = 0; i < ranking->n; i++)
    ranking->rows[i].longest = longest->longest[longest->place[ranking->rows[i].name] - 1];
}

static bool
find_longest (const DashboardData *data, bool (*is_wanted) (void *), void *user_data, KernelFigures *figures)
{
  const Trace *trace = data->scope.trace;
  Longest longest = { .place = calloc ((size_t) trace_n_strings (trace) + 1, 1) };
  uint64_t n_looked_at = 0;
  bool ok = longest.place != NULL;

  if (ok)
    {
      want_longest (&longest, &figures->by_time);
      want_longest (&longest, &figures->by_count);
    }
  for (uint32_t r = 0; ok && r < trace_n_rows (trace); r++)
    {
      const TraceRow *row = trace_row (trace, r);
      const TraceTrack *track = trace_track (trace, row->track);
      uint64_t first, end;

      if (track->kind != TRACK_STREAM || !stats_scope_holds_track (&data->scope, track))
        continue;
      ok = stats_scope_slices_of_row (&data->scope, row, &first, &end);
      for (uint64_t i = first; ok && i < end; i++)
        {
          look_at_slice (data, &longest, i);
          ok = ++n_looked_at % STOPPABLE_AT_ONCE != 0 || is_wanted == NULL || is_wanted (user_data);
        }
    }
  if (ok)
    {
      tell_longest (&longest, &figures->by_time);
      tell_longest (&longest, &figures->by_count);
    }
  free (longest.place);
  return ok;
}

/* ---- the section ---- */

static bool
rank_kernels (const DashboardData *data, bool (*is_wanted) (void *), void *user_data, KernelFigures *figures)
{
  KernelStatsTable kernels;

  if (!kernel_stats_compute (&data->scope, is_wanted, user_data, &kernels))
    return false;
  figures->n_names = kernels.n;
  figures->n_launches = kernels.count;
  figures->total_ns = kernels.total_ns;
  take_first (data, &kernels, &figures->by_time);
  if (kernels.n > 0)
    qsort (kernels.kernels, kernels.n, sizeof *kernels.kernels, compare_counts);
  take_first (data, &kernels, &figures->by_count);
  kernel_stats_clear (&kernels);
  return true;
}

void *
section_kernels_compute (const DashboardData *data, bool (*is_wanted) (void *), void *user_data)
{
  KernelFigures *figures = calloc (1, sizeof *figures);

  if (figures != NULL && rank_kernels (data, is_wanted, user_data, figures)
      && find_longest (data, is_wanted, user_data, figures))
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
  int64_t parts[DASHBOARD_TOP_MAX + 1], shown_ns = 0;
  uint32_t tenths[DASHBOARD_TOP_MAX + 1];
  uint64_t shown_count = 0;

  for (uint32_t i = 0; i < top.n; i++)
    {
      parts[i] = by_count ? as_weight (top.rows[i].count) : top.rows[i].total_ns;
      shown_count += top.rows[i].count;
      shown_ns = add_saturated (shown_ns, top.rows[i].total_ns);
    }
  top.n_others = kernels->n_names - top.n;
  top.other_count = kernels->n_launches - shown_count;
  top.other_ns = kernels->total_ns - shown_ns; /* >= 0: both stop at what fits */
  parts[top.n] = by_count ? as_weight (top.other_count) : top.other_ns;
  percent_parts (parts, top.n + 1, tenths);
  for (uint32_t i = 0; i < top.n; i++)
    top.tenths[i] = tenths[i];
  top.other_tenths = tenths[top.n];
  return top;
}
