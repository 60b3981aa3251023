/* SPDX-License-Identifier: Apache-2.0
 *
 * The time that the profiler itself took (trace/stats/host/overhead_stats.h): SECTION_OVERHEAD. */

#pragma once

#include "trace/stats/host/overhead_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef struct
{
  OverheadStats stats;
} OverheadFigures;

void *section_overhead_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_overhead_free (void *section);

static inline const OverheadFigures *
dashboard_overhead (const DashboardData *data)
{
  return dashboard_section (data, SECTION_OVERHEAD);
}
