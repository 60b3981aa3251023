/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_step_parts.h"

#include <stdlib.h>

#include "trace/stats/distribution.h"

static void
add_up (const DashboardData *data, const StepBreakdownColumn *steps, StepPartFigures *figures)
{
  uint32_t rank = TRACE_NONE;

  figures->n_steps = steps->n;
  for (size_t i = 0; i < steps->n; i++)
    {
      const TraceStep *step = step_table_get (data->scope.steps, steps->at[i].step);

      figures->n_ranks += step->rank != rank;
      rank = step->rank;
      figures->wall_ns = add_saturated (figures->wall_ns, step->wall_ns);
      for (StepPart part = 0; part < N_STEP_PARTS; part++)
        figures->parts_ns[part] = add_saturated (figures->parts_ns[part], steps->at[i].parts_ns[part]);
    }
}

static int64_t
wall_ns (const StepBreakdown *step)
{
  return step->end_ns - step->begin_ns;
}

static bool
keep_steps (const StepBreakdownColumn *steps, StepPartFigures *figures)
{
  size_t n = MIN (steps->n, DASHBOARD_STEPS);

  figures->steps = malloc ((n + 1) * sizeof *figures->steps);
  if (figures->steps == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      size_t longest = i * steps->n / n;

      for (size_t step = longest; step < (i + 1) * steps->n / n; step++)
        if (wall_ns (&steps->at[step]) > wall_ns (&steps->at[longest]))
          longest = step;
      figures->steps[figures->n++] = steps->at[longest];
    }
  return true;
}

void *
section_step_parts_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  StepPartFigures *figures = calloc (1, sizeof *figures);
  StepBreakdownColumn steps = { 0 };
  bool ok = figures != NULL && step_breakdown_compute (&data->scope, should_continue, user_data, &steps);

  if (ok)
    {
      add_up (data, &steps, figures);
      ok = keep_steps (&steps, figures);
    }
  step_breakdown_column_clear (&steps);
  if (ok)
    return figures;
  free (figures);
  return NULL;
}

void
section_step_parts_free (void *section)
{
  StepPartFigures *figures = section;

  free (figures->steps);
  free (figures);
}
