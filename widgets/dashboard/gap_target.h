/* SPDX-License-Identifier: Apache-2.0
 *
 * Where "idle" leads, in every pane: to the longest gap of the scope. */

#pragma once

#include "widgets/dashboard/pane.h"

static inline PaneTarget
longest_gap_target (const DashboardData *data)
{
  const IdleGap *gap = dashboard_data_longest_gap (data);

  if (gap == NULL)
    return PANE_TARGET_NONE;
  return (PaneTarget){
    .kind = TARGET_GAP,
    .device = gap->device,
    .begin_ns = gap->begin_ns,
    .end_ns = gap->end_ns,
  };
}
