/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_steps.h"

#include <math.h>
#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/stop_check.h"

uint32_t
dashboard_n_bins (uint64_t n)
{
  return (uint32_t) CLAMP (2 * sqrt ((double) n), DASHBOARD_BINS_MIN, DASHBOARD_BINS_MAX);
}

static bool
is_counted (const DashboardData *data, const TraceStep *step)
{
  return stats_scope_holds_rank (&data->scope, step->rank)
         && stats_scope_holds_start (&data->scope, step->host_begin_ns);
}

static bool
bin_steps (const DashboardData *data, StopCheck *check, StepFigures *figures)
{
  const StepTable *steps = data->scope.steps;
  I64Column walls_ns = { 0 };
  bool ok = true;

  for (uint64_t i = 0; i < step_table_count (steps) && ok; i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      ok = stop_check_next (check);
      if (!is_counted (data, step))
        continue;
      if (step->is_truncated)
        figures->n_truncated++;
      else
        ok = ok && i64_column_push (&walls_ns, step->wall_ns);
    }
  ok = ok && histogram_compute (walls_ns.at, walls_ns.n, dashboard_n_bins (walls_ns.n), &figures->bins);
  if (ok)
    figures->wall = distribution_of (walls_ns.at, walls_ns.n);
  i64_column_clear (&walls_ns);
  return ok;
}

static bool
find_first (const DashboardData *data, StopCheck *check, StepFigures *figures)
{
  const StepTable *steps = data->scope.steps;

  figures->bin_first = malloc ((figures->bins.n_bins + 1) * sizeof *figures->bin_first);
  if (figures->bin_first == NULL)
    return false;
  for (uint32_t bin = 0; bin < figures->bins.n_bins; bin++)
    figures->bin_first[bin] = UINT64_MAX;
  for (uint64_t i = step_table_count (steps); i-- > 0;)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (!stop_check_next (check))
        return false;
      if (is_counted (data, step) && !step->is_truncated)
        figures->bin_first[histogram_bin_of (&figures->bins, step->wall_ns)] = i;
    }
  return true;
}

void *
section_steps_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  StopCheck check = { should_continue, user_data, 0 };
  StepFigures *figures = calloc (1, sizeof *figures);

  if (figures == NULL)
    return NULL;
  if (bin_steps (data, &check, figures) && find_first (data, &check, figures))
    return figures;
  section_steps_free (figures);
  return NULL;
}

void
section_steps_free (void *section)
{
  StepFigures *figures = section;

  histogram_clear (&figures->bins);
  free (figures->bin_first);
  free (figures);
}
