/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/group_figures.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/container/parallel.h"
#include "trace/container/stop_check.h"

/* Slices per task; a task handles whole groups. */
#define TASK_SLICES 32768

/* Estimated time per slice. */
#define SLICE_NS 20

/* Returns the index of the first sorted value that is not below a limit. */
static size_t
first_beyond (const int64_t *sorted, size_t n, double limit)
{
  size_t low = 0, high = n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if ((double) sorted[middle] < limit)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
duration_bins (const int64_t *sorted_ns, size_t n, uint32_t bins[STAT_BINS])
{
  double least = (double) MAX (sorted_ns[0], 1), most = (double) MAX (sorted_ns[n - 1], 1);
  double step = log (most / least) / STAT_BINS;
  size_t done = 0;

  for (unsigned bin = 0; bin < STAT_BINS; bin++)
    bins[bin] = 0;
  if (sorted_ns[0] == sorted_ns[n - 1])
    {
      bins[STAT_BINS / 2] = (uint32_t) MIN (n, UINT32_MAX);
      return;
    }
  for (unsigned bin = 0; bin < STAT_BINS; bin++)
    {
      size_t end = bin + 1 == STAT_BINS ? n : first_beyond (sorted_ns, n, least * exp (step * (bin + 1)));

      bins[bin] = (uint32_t) MIN (end - done, UINT32_MAX);
      done = end;
    }
}

typedef struct
{
  const StatsScope *scope;
  const SliceGroups *groups;
  StopCheck check;
  GroupFigures *figures; /* by group; count 0: no slice starts in the window */
  uint64_t *task_begins; /* first group of each task; n_tasks + 1 */
  atomic_bool is_given_up;
} Work;

static void
figure (const Work *work, uint64_t number)
{
  const SliceGroup *group = &work->groups->groups[number];
  const int64_t *start_ns = work->groups->start_ns + group->first;
  int64_t *dur_ns = work->groups->dur_ns + group->first;
  GroupFigures *figures = &work->figures[number];
  size_t n = 0;

  *figures = (GroupFigures){ .key = group->key, .longest = group->longest, .covered_ns = group->covered_ns };
  for (uint64_t i = 0; i < group->n; i++)
    if (stats_scope_holds_start (work->scope, start_ns[i]))
      dur_ns[n++] = dur_ns[i];
  if (n == 0)
    return;
  figures->duration = distribution_of (dur_ns, n);
  figures->p99_ns = distribution_percentile (dur_ns, n, 0.99);
  figures->self_ns = figures->duration.total_ns;
  duration_bins (dur_ns, n, figures->bins);
}

static void
run_task (void *user_data, size_t task, unsigned thread)
{
  Work *work = user_data;

  (void) thread;
  for (uint64_t i = work->task_begins[task]; i < work->task_begins[task + 1]; i++)
    {
      /* should_continue is called on this thread only, so the caller need not expect it on another. */
      if (atomic_load_explicit (&work->is_given_up, memory_order_relaxed))
        return;
      figure (work, i);
    }
  if (thread == 0 && !stop_check_ask (&work->check))
    atomic_store_explicit (&work->is_given_up, true, memory_order_relaxed);
}

/* Divides the groups into tasks of adjacent groups with about the same number of slices. */
static size_t
divide (const SliceGroups *groups, uint64_t *task_begins)
{
  size_t n_tasks = 0;
  uint64_t n_slices = 0;

  task_begins[0] = 0;
  for (uint64_t i = 0; i < groups->n_groups; i++)
    {
      n_slices += groups->groups[i].n;
      if (n_slices < TASK_SLICES && i + 1 < groups->n_groups)
        continue;
      task_begins[++n_tasks] = i + 1;
      n_slices = 0;
    }
  return n_tasks;
}

bool
group_figures_compute (const StatsScope *scope,
                       SliceGroups *groups,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       GroupFigures **ret_figures,
                       uint64_t *ret_n)
{
  Work work = { .scope = scope, .groups = groups, .check = { should_continue, user_data, 0 } };
  uint64_t n = 0;

  work.figures = malloc ((size_t) groups->n_groups * sizeof *work.figures + 1);
  work.task_begins = malloc (((size_t) groups->n_groups + 1) * sizeof *work.task_begins);
  if (work.figures == NULL || work.task_begins == NULL)
    {
      free (work.figures);
      free (work.task_begins);
      return false;
    }
  size_t n_tasks = divide (groups, work.task_begins);
  parallel_run (parallel_threads_for (groups->n_slices * SLICE_NS), n_tasks, run_task, &work);
  free (work.task_begins);
  if (atomic_load (&work.is_given_up))
    {
      free (work.figures);
      return false;
    }
  for (uint64_t i = 0; i < groups->n_groups; i++)
    if (work.figures[i].duration.count > 0)
      work.figures[n++] = work.figures[i];
  *ret_figures = work.figures;
  *ret_n = n;
  return true;
}
