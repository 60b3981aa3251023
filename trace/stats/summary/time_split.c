/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/summary/time_split.h"

TimeSplit
time_split_of (const StatsScope *scope, const DeviceStatsTable *devices)
{
  TimeSplit split = { .total_ns = stats_scope_device_time_ns (scope) };

  /* No device is busy longer than the window, so nothing here overflows if the total fits. */
  for (uint32_t i = 0; i < devices->n && split.total_ns > 0; i++)
    {
      const DeviceStats *device = &devices->devices[i];

      split.compute_ns += device->compute_ns;
      split.exposed_communication_ns += device->exposed_communication_ns;
      split.exposed_copy_ns += device->exposed_copy_ns;
      split.busy_ns += device->busy_ns;
    }
  split.idle_ns = split.total_ns - split.busy_ns;
  return split;
}
