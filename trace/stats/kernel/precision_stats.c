/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/kernel/precision_stats.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/kernel/job_kernels.h"
#include "trace/classify/kernel_classes.h"
#include "trace/container/stop_check.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/distribution.h"

COLUMN_DEFINE (PrecisionOfNameColumn, precision_of_name_column, PrecisionOfName)
COLUMN_IMPLEMENT (PrecisionOfNameColumn, precision_of_name_column)

typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  const KernelClasses *classes;
  uint32_t *place; /* by string id: 1 + index of names */
  PrecisionOfNameColumn names;
  PrecisionStats stats;
  StopCheck check;
} Work;

static void
add_time (PrecisionTimes *times, Precision precision, int64_t ns)
{
  times->count[precision]++;
  times->ns[precision] = add_saturated (times->ns[precision], ns);
}

static bool
add_kernel (Work *work, uint64_t slice, const LaunchClass *launch)
{
  uint32_t name = slice_name (work->slices, slice);
  int64_t ns = slice_dur_ns (work->slices, slice);
  Precision precision = launch->precision;

  if (work->place[name] == 0)
    {
      if (!precision_of_name_column_push (&work->names, (PrecisionOfName){ .name = name }))
        return false;
      work->place[name] = (uint32_t) work->names.n;
    }

  PrecisionOfName *row = &work->names.at[work->place[name] - 1];
  row->n_by_operands += launch->is_by_operands;
  add_time (&row->times, precision, ns);
  if (launch->name == NULL || launch->name->category == KERNEL_MEMORY)
    return true;

  int64_t *of_tensor_core = &work->stats.tensor_core_ns[precision][launch->tensor_core];
  *of_tensor_core = add_saturated (*of_tensor_core, ns);
  uint64_t *longest = &work->stats.longest[precision];
  if (*longest == SLICE_NONE || ns > slice_dur_ns (work->slices, *longest))
    *longest = slice;
  add_time (&work->stats.times, precision, ns);
  work->stats.total_ns = add_saturated (work->stats.total_ns, ns);
  work->stats.n_launches++;
  return true;
}

static void
add_within (Work *work, uint64_t slice, const LaunchClass *launch)
{
  int64_t *within_ns = &work->stats.within_ns[launch->precision];

  if (launch->name != NULL && launch->name->category != KERNEL_MEMORY)
    *within_ns =
      add_saturated (*within_ns, stats_scope_within_ns (work->scope, slice_start_ns (work->slices, slice),
                                                        slice_dur_ns (work->slices, slice)));
}

static bool
add_row (Work *work, const TraceRow *row)
{
  const SliceColumns *slices = work->slices;
  uint64_t first, end;

  if (!stats_scope_holds_track (work->scope, trace_track (work->scope->trace, row->track)))
    return true;
  if (!stats_scope_slices_of_row (work->scope, row, &first, &end))
    return false;
  if (memchr (slices->kind + first, SLICE_KERNEL, end - first) == NULL)
    return true;
  for (uint64_t i = first; i < end; i++)
    {
      if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED))
        {
          LaunchClass launch = kernel_classes_launch (work->classes, i);

          add_within (work, i, &launch);
          if (stats_scope_holds_start (work->scope, slice_start_ns (slices, i)) && !add_kernel (work, i, &launch))
            return false;
        }
      if (!stop_check_next (&work->check))
        return false;
    }
  return true;
}

static int
compare_names (const void *a, const void *b)
{
  uint32_t x = ((const PrecisionOfName *) a)->name, y = ((const PrecisionOfName *) b)->name;

  return x < y ? -1 : x > y;
}

bool
precision_stats_compute (const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         PrecisionStats *ret_stats)
{
  Work work = { .scope = scope,
                .slices = trace_slices (scope->trace),
                .check = { should_continue, user_data, 0 } };

  if (trace_is_job (scope->trace))
    return job_precisions_compute (scope, ret_stats);
  *ret_stats = (PrecisionStats){ 0 };
  for (int i = 0; i < N_PRECISIONS; i++)
    work.stats.longest[i] = SLICE_NONE;
  work.classes = kernel_classes_get (scope->trace, should_continue, user_data);
  work.place = calloc ((size_t) trace_n_strings (scope->trace) + 1, sizeof *work.place);
  bool ok = work.classes != NULL && work.place != NULL;

  for (uint32_t r = 0; r < trace_n_rows (scope->trace) && ok; r++)
    ok = add_row (&work, trace_row (scope->trace, r));
  free (work.place);
  if (!ok)
    {
      precision_of_name_column_clear (&work.names);
      return false;
    }
  if (work.names.n > 0)
    qsort (work.names.at, work.names.n, sizeof *work.names.at, compare_names);
  work.stats.names = work.names.at;
  work.stats.n_names = (uint32_t) work.names.n;
  *ret_stats = work.stats;
  return true;
}

void
precision_stats_clear (PrecisionStats *stats)
{
  free (stats->names);
  *stats = (PrecisionStats){ 0 };
}

const PrecisionOfName *
precision_stats_name (const PrecisionStats *stats, uint32_t name)
{
  const PrecisionOfName key = { .name = name };

  return stats->n_names > 0 ? bsearch (&key, stats->names, stats->n_names, sizeof key, compare_names) : NULL;
}

Precision
precision_times_largest (const PrecisionTimes *times)
{
  Precision largest = PRECISION_UNKNOWN;

  for (int i = PRECISION_UNKNOWN + 1; i < N_PRECISIONS; i++)
    if (times->count[i] > 0 && (largest == PRECISION_UNKNOWN || times->ns[i] > times->ns[largest]))
      largest = (Precision) i;
  return largest;
}
