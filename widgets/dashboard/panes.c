/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes.h"

#include "widgets/dashboard/pane_activity.h"
#include "widgets/dashboard/pane_gpu_active.h"
#include "widgets/dashboard/pane_kernels.h"
#include "widgets/dashboard/pane_steps.h"
#include "widgets/dashboard/pane_summary.h"
#include "widgets/dashboard/pane_utilization.h"

static const Pane *const panes_in_order[] = {
  &pane_summary,          &pane_gpu_active, &pane_utilization, &pane_kernels_by_time,
  &pane_kernels_by_count, &pane_activity,   &pane_steps,
};

G_STATIC_ASSERT (G_N_ELEMENTS (panes_in_order) <= DASHBOARD_PANES_MAX);

size_t
dashboard_panes_of (const Profile *profile, const Pane *ret_panes[DASHBOARD_PANES_MAX])
{
  size_t n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (panes_in_order); i++)
    if (!panes_in_order[i]->needs_gpu || trace_n_devices (profile->trace) > 0)
      ret_panes[n++] = panes_in_order[i];
  return n;
}

int
dashboard_panes_place (const Profile *profile, int width_px, double text_scale, PanePlace *ret_places)
{
  const Pane *panes[DASHBOARD_PANES_MAX];
  PaneShape shapes[DASHBOARD_PANES_MAX];
  size_t n = dashboard_panes_of (profile, panes);
  int summary_px = pane_summary_height_px (width_px, text_scale, trace_n_devices (profile->trace) > 0);

  for (size_t i = 0; i < n; i++)
    shapes[i] = panes[i]->shape;
  return dashboard_layout_place (width_px, text_scale, summary_px, shapes, n, ret_places);
}
