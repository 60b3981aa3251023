/* SPDX-License-Identifier: Apache-2.0
 *
 * Launch latency, queue time and launching calls (trace/stats/launch/launch_timing.h): SECTION_LAUNCHES. */

#pragma once

#include "trace/stats/launch/launch_timing.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef struct
{
  LaunchTiming timing;
  uint32_t first_bin, end_bin;              /* the bins of timing.latency_bins that are drawn */
  int64_t edges_ns[LOG_HISTOGRAM_BINS + 1]; /* edges of the drawn bins */
} LaunchFigures;

void *section_launches_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_launches_free (void *section);

static inline const LaunchFigures *
dashboard_launches (const DashboardData *data)
{
  return dashboard_section (data, SECTION_LAUNCHES);
}
