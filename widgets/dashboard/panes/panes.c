/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/panes.h"

#include <math.h>
#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/collective/collective_points.h"
#include "trace/stats/host/gpu_counter.h"
#include "trace/stats/memory/allocation_stats.h"
#include "widgets/dashboard/findings/pane_findings.h"
#include "widgets/dashboard/pane/pane_body.h"
#include "widgets/dashboard/panes/pane_activity.h"
#include "widgets/dashboard/panes/pane_arrangement.h"
#include "widgets/dashboard/panes/pane_bandwidth.h"
#include "widgets/dashboard/panes/pane_cpu_active.h"
#include "widgets/dashboard/panes/pane_cpu_utilization.h"
#include "widgets/dashboard/panes/pane_gpu_active.h"
#include "widgets/dashboard/panes/pane_gpu_samples.h"
#include "widgets/dashboard/panes/pane_histogram.h"
#include "widgets/dashboard/panes/pane_idle.h"
#include "widgets/dashboard/panes/pane_kernels.h"
#include "widgets/dashboard/panes/pane_launches.h"
#include "widgets/dashboard/panes/pane_memory_operations.h"
#include "widgets/dashboard/panes/pane_memory_peak.h"
#include "widgets/dashboard/panes/pane_memory_use.h"
#include "widgets/dashboard/panes/pane_message_sizes.h"
#include "widgets/dashboard/panes/pane_occupancy.h"
#include "widgets/dashboard/panes/pane_overhead.h"
#include "widgets/dashboard/panes/pane_overlap.h"
#include "widgets/dashboard/panes/pane_precision.h"
#include "widgets/dashboard/panes/pane_query.h"
#include "widgets/dashboard/panes/pane_queues.h"
#include "widgets/dashboard/panes/pane_rank_steps.h"
#include "widgets/dashboard/panes/pane_rank_traffic.h"
#include "widgets/dashboard/panes/pane_step_breakdown.h"
#include "widgets/dashboard/panes/pane_steps.h"
#include "widgets/dashboard/panes/pane_stragglers.h"
#include "widgets/dashboard/panes/pane_summary.h"
#include "widgets/dashboard/panes/pane_utilization.h"

/* The number of panes that fit into a window of the default size. */
#define N_FIRST_PANES 6

static const Pane *const panes_in_order[] = {
  /* clang-format off */
  &pane_findings,
  &pane_summary,
  &pane_gpu_active,
  &pane_utilization,
  &pane_gpu_samples,
  &pane_all_kernels_by_time,
  &pane_kernels_by_time,
  &pane_all_kernels_by_count,
  &pane_kernels_by_count,
  &pane_activity,
  &pane_steps,
  &pane_precision,
  &pane_memory_operations,
  &pane_cpu_active,
  &pane_cpu_utilization,
  &pane_idle,
  &pane_step_breakdown,
  &pane_rank_steps,
  &pane_overlap,
  &pane_stragglers,
  &pane_message_sizes,
  &pane_rank_traffic,
  &pane_launches,
  &pane_queues,
  &pane_memory_use,
  &pane_memory_peak,
  &pane_bandwidth,
  &pane_occupancy,
  &pane_overhead,
  /* clang-format on */
};

/* All panes, including the panes of histograms and queries that the user adds. */
G_STATIC_ASSERT (G_N_ELEMENTS (panes_in_order) + 2 * PANE_ADDED_MAX <= DASHBOARD_PANES_MAX);

size_t
dashboard_panes_count (void)
{
  return G_N_ELEMENTS (panes_in_order);
}

const Pane *
dashboard_pane (size_t i)
{
  return panes_in_order[i];
}

const Pane *
dashboard_pane_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (panes_in_order); i++)
    if (strcmp (panes_in_order[i]->id, id) == 0)
      return panes_in_order[i];
  if (strcmp (pane_query.id, id) == 0)
    return &pane_query;
  return strcmp (pane_histogram.id, id) == 0 ? &pane_histogram : NULL;
}

SectionMask
dashboard_first_sections (void)
{
  SectionMask sections = 0;

  for (size_t i = 0; i < N_FIRST_PANES; i++)
    sections |= panes_in_order[i]->needs;
  /* Findings may take so long that nothing is to wait for them. */
  sections &= ~SECTION_BIT (SECTION_FINDINGS);
  return sections;
}

bool
dashboard_pane_applies (const Pane *pane, const Profile *profile)
{
  const Trace *trace = profile->trace;
  bool has_gpu = trace_n_devices (trace) > 0;

  if (trace_is_job (trace) && pane->of_job == PANE_JOB_NOTHING)
    return false;
  if (pane == &pane_gpu_samples)
    return gpu_counter_is_in (trace);
  if (pane->needs_gpu)
    return has_gpu;
  if (pane->needs_message_sizes)
    return has_gpu && collective_points_may_be_in (trace);
  if (pane->needs_ranks)
    return trace_n_ranks (trace) > 1;
  if (pane->needs_allocations)
    return allocation_stats_has_history (trace);
  return pane->is_of_memory || has_gpu || !allocation_stats_is_alone (trace);
}

size_t
dashboard_panes_of (const Profile *profile, const Pane *ret_panes[DASHBOARD_PANES_MAX])
{
  size_t n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (panes_in_order); i++)
    if (dashboard_pane_applies (panes_in_order[i], profile))
      ret_panes[n++] = panes_in_order[i];
  return n;
}

int
dashboard_pane_height_px (const PaneContext *pane, int card_width_px, const DrawStyle *style)
{
  double scale = text_cache_scale (style->text);
  Rect body = pane_body (pane->kind, card_width_px, 0, scale);

  return (int) ceil (pane_card_px (pane->kind, pane->kind->height_px (pane, body.width_px, style), scale));
}

int
dashboard_panes_place (const Profile *profile,
                       const Pane *const *panes,
                       const int *own_px,
                       size_t n,
                       int width_px,
                       double text_scale,
                       PanePlace *ret_places)
{
  PaneShape shapes[DASHBOARD_PANES_MAX];
  int summary_px = pane_summary_height_px (width_px, text_scale, trace_n_devices (profile->trace) > 0);

  for (size_t i = 0; i < n; i++)
    {
      shapes[i] = panes[i]->shape;
      shapes[i].height_px = own_px[i];
    }
  return dashboard_layout_place (width_px, text_scale, summary_px, shapes, n, ret_places);
}
