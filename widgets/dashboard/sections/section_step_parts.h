/* SPDX-License-Identifier: Apache-2.0
 *
 * What each step was spent on (trace/stats/step/step_breakdown.h): SECTION_STEP_PARTS. */

#pragma once

#include "trace/stats/step/step_breakdown.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_STEPS 1000 /* that are drawn one by one */

typedef struct
{
  uint64_t n_steps, n_ranks;      /* in scope; ranks that have one */
  int64_t parts_ns[N_STEP_PARTS]; /* over all steps; they saturate */
  int64_t wall_ns;

  /* The steps in order; of more than DASHBOARD_STEPS, of each run of neighbours of the same number the longest. */
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
