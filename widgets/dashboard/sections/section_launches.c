/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_launches.h"

#include <stdlib.h>

void *
section_launches_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  LaunchFigures *figures = calloc (1, sizeof *figures);

  if (figures == NULL)
    return NULL;
  if (!launch_timing_compute (&data->scope, should_continue, user_data, &figures->timing))
    {
      free (figures);
      return NULL;
    }
  log_histogram_range (&figures->timing.latency_bins, &figures->first_bin, &figures->end_bin);
  for (uint32_t bin = figures->first_bin; bin <= figures->end_bin; bin++)
    figures->edges_ns[bin - figures->first_bin] = log_histogram_edge_ns (bin);
  return figures;
}

void
section_launches_free (void *section)
{
  free (section);
}
