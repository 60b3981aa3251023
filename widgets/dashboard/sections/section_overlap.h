/* SPDX-License-Identifier: Apache-2.0
 *
 * The longest kernels behind the parts of the pane "Communication and computation": SECTION_OVERLAP. The times of that
 * pane are in DeviceFigures. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

/* Of one GPU: slices that start in the window, the earlier of equals; SLICE_NONE if there is none. */
typedef struct
{
  uint32_t device; /* index of trace_device () */
  uint64_t longest_compute, longest_communication;
} OverlapEvents;

typedef struct
{
  uint32_t n;
  OverlapEvents of[]; /* for each device in scope, in their order */
} OverlapFigures;

void *section_overlap_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_overlap_free (void *section);

static inline const OverlapFigures *
dashboard_overlap (const DashboardData *data)
{
  return dashboard_section (data, SECTION_OVERLAP);
}
