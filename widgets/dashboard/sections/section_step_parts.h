/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of each step by what it was spent on (trace/stats/step/step_breakdown.h): SECTION_STEP_PARTS. */

#pragma once

#include "trace/stats/step/step_breakdown.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_STEPS 1000 /* steps drawn one by one */

typedef struct
{
  uint64_t n_steps, n_ranks;      /* steps in scope, and ranks that have one */
  int64_t parts_ns[N_STEP_PARTS]; /* sums over all steps; saturate */
  int64_t wall_ns;

  /* The steps in order. If there are more than DASHBOARD_STEPS, they are split into groups of equally many neighbours, and
   * each group is represented by its longest step. */
  StepBreakdown *steps;
  int n;
} StepPartFigures;

void *
section_step_parts_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_step_parts_free (void *section);

static inline const StepPartFigures *
dashboard_step_parts (const DashboardData *data)
{
  return dashboard_section (data, SECTION_STEP_PARTS);
}
