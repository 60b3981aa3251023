/* SPDX-License-Identifier: Apache-2.0
 *
 * The causes of idle GPU time in scope (trace/stats/idle/idle_causes.h), with shares: SECTION_IDLE. */

#pragma once

#include "trace/stats/idle/idle_causes.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_GAPS 20 /* the number of gaps that are listed */

typedef struct
{
  IdleCauses causes;
  uint32_t cause_tenths[N_IDLE_CAUSES]; /* of the idle time */
  IdleCause order[N_IDLE_CAUSES];       /* causes with gaps, by time, descending */
  int n_order;
} IdleFigures;

void *section_idle_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_idle_free (void *section);

static inline const IdleFigures *
dashboard_idle (const DashboardData *data)
{
  return dashboard_section (data, SECTION_IDLE);
}

/* Returns all gaps, with the longest ones. */
static inline const IdleGaps *
dashboard_gaps (const DashboardData *data)
{
  return &dashboard_idle (data)->causes.gaps;
}
