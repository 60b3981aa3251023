/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU activity distribution (trace/stats/device/activity_split.h) with its shares: SECTION_ACTIVITY. */

#pragma once

#include "trace/stats/device/activity_split.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef enum
{
  ACTIVITY_KERNEL,
  ACTIVITY_MEMCPY,
  ACTIVITY_MEMSET,
  ACTIVITY_SYNC,
  ACTIVITY_IDLE,
  N_ACTIVITY_PARTS
} ActivityPart;

typedef struct
{
  int64_t part_ns[N_ACTIVITY_PARTS];
  uint32_t part_tenths[N_ACTIVITY_PARTS];
  int64_t total_ns; /* sum of the parts */
} ActivityFigures;

void *section_activity_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_activity_free (void *section);

static inline const ActivityFigures *
dashboard_activity (const DashboardData *data)
{
  return dashboard_section (data, SECTION_ACTIVITY);
}
