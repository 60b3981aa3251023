/* SPDX-License-Identifier: Apache-2.0
 *
 * The target of "idle" in every pane: the longest gap in scope. Needs SECTION_IDLE. */

#pragma once

#include "widgets/dashboard/pane/pane.h"
#include "widgets/dashboard/sections/section_idle.h"

static inline PaneTarget
longest_gap_target (const DashboardData *data)
{
  const IdleGaps *gaps = dashboard_gaps (data);

  if (gaps->longest.n == 0)
    return PANE_TARGET_NONE;
  const IdleGap *gap = &gaps->longest.at[0];
  return (PaneTarget){
    .kind = TARGET_GAP,
    .device = gap->device,
    .begin_ns = gap->begin_ns,
    .end_ns = gap->end_ns,
  };
}
