/* SPDX-License-Identifier: Apache-2.0
 *
 * CPU active time (trace/stats/host/cpu_time.h): SECTION_CPU. */

#pragma once

#include "trace/stats/host/cpu_time.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef struct
{
  CpuTime time;
  double active;          /* share, 0 to 1; NaN if undefined */
  uint32_t active_tenths; /* 0 if undefined; the idle share is 1000 minus this */
} CpuFigures;

void *section_cpu_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_cpu_free (void *section);

static inline const CpuFigures *
dashboard_cpu (const DashboardData *data)
{
  return dashboard_section (data, SECTION_CPU);
}
