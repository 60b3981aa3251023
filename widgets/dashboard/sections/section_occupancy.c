/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_occupancy.h"

#include <stdlib.h>

void *
section_occupancy_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  OccupancyTable *table = calloc (1, sizeof *table);

  if (table != NULL && occupancy_stats_compute (&data->scope, should_continue, user_data, table))
    return table;
  free (table);
  return NULL;
}

void
section_occupancy_free (void *section)
{
  occupancy_stats_clear (section);
  free (section);
}
