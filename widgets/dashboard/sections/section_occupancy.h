/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimated SM efficiency and occupancy (trace/stats/device/occupancy_stats.h): SECTION_OCCUPANCY. */

#pragma once

#include "trace/stats/device/occupancy_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

void *
section_occupancy_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_occupancy_free (void *section);

static inline const OccupancyTable *
dashboard_occupancy (const DashboardData *data)
{
  return dashboard_section (data, SECTION_OCCUPANCY);
}
