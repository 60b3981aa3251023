/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_cpu.h"

#include <stdlib.h>

void *
section_cpu_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  CpuFigures *figures = calloc (1, sizeof *figures);

  if (figures == NULL || !cpu_time_compute (&data->scope, should_continue, user_data, &figures->time))
    {
      free (figures);
      return NULL;
    }
  figures->active = cpu_time_active (&figures->time);
  figures->active_tenths = figures->active >= 0 ? (uint32_t) (1000 * figures->active + 0.5) : 0;
  return figures;
}

void
section_cpu_free (void *section)
{
  CpuFigures *figures = section;

  cpu_time_clear (&figures->time);
  free (figures);
}
