/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_activity.h"

#include <stdlib.h>

#include "trace/stats/percent_parts.h"

void *
section_activity_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  ActivityFigures *figures = malloc (sizeof *figures);
  ActivitySplit split;

  if (figures == NULL || !activity_split_compute (&data->scope, should_continue, user_data, &split))
    {
      free (figures);
      return NULL;
    }
  *figures = (ActivityFigures){
    .part_ns = {
      [ACTIVITY_KERNEL] = split.exclusive.kernel_ns,
      [ACTIVITY_MEMCPY] = split.exclusive.memcpy_ns,
      [ACTIVITY_MEMSET] = split.exclusive.memset_ns,
      [ACTIVITY_SYNC] = split.exclusive.sync_ns,
      [ACTIVITY_IDLE] = split.idle_ns,
    },
    .total_ns = split.total_ns,
  };
  percent_parts (figures->part_ns, N_ACTIVITY_PARTS, figures->part_tenths);
  return figures;
}

void
section_activity_free (void *section)
{
  free (section);
}
