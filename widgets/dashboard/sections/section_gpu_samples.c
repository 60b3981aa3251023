/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_gpu_samples.h"

#include <stdlib.h>

#include "trace/stats/host/gpu_counter.h"

void *
section_gpu_samples_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  CpuTime *time = calloc (1, sizeof *time);

  if (time == NULL
      || !cpu_time_compute_sampled (&data->scope, gpu_counter_is_utilization, should_continue, user_data, time))
    {
      free (time);
      return NULL;
    }
  return time;
}

void
section_gpu_samples_free (void *section)
{
  cpu_time_clear (section);
  free (section);
}
