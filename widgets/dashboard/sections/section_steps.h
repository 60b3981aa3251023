/* SPDX-License-Identifier: Apache-2.0
 *
 * The distribution of the wall times of the steps in scope: SECTION_STEPS. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_BINS_MIN 8
#define DASHBOARD_BINS_MAX 40

typedef struct
{
  Distribution wall; /* of the steps that are not truncated; wall.count is their number */
  uint64_t n_truncated;
  Histogram bins;
  uint64_t
    *bin_first; /* of each bin: the earliest step of the table that lies in it; UINT64_MAX if none does */
} StepFigures;

void *section_steps_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_steps_free (void *section);

static inline const StepFigures *
dashboard_steps (const DashboardData *data)
{
  return dashboard_section (data, SECTION_STEPS);
}

/* Returns the number of bins for n values; fewer values get fewer bins. */
uint32_t dashboard_n_bins (uint64_t n);
