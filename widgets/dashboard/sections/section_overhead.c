/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_overhead.h"

#include <stdlib.h>

void *
section_overhead_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  OverheadFigures *figures = calloc (1, sizeof *figures);

  if (figures != NULL && overhead_stats_compute (&data->scope, should_continue, user_data, &figures->stats))
    return figures;
  free (figures);
  return NULL;
}

void
section_overhead_free (void *section)
{
  OverheadFigures *figures = section;

  overhead_stats_clear (&figures->stats);
  free (figures);
}
