/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/overlap_stats.h"

#include "trace/stats/distribution.h"

OverlapStats
overlap_stats_of (const DeviceStats *device)
{
  int64_t compute_only_ns = device->compute_ns - device->overlap_ns;

  return (OverlapStats){
    .compute_ns = device->compute_ns,
    .communication_ns = device->communication_ns,
    .overlap_ns = device->overlap_ns,
    .compute_only_ns = compute_only_ns,
    .exposed_communication_ns = device->exposed_communication_ns,
    .work_ns = compute_only_ns + device->communication_ns,
  };
}

OverlapStats
overlap_stats_of_all (const DeviceStatsTable *devices)
{
  OverlapStats all = { 0 };

  for (uint32_t i = 0; i < devices->n; i++)
    {
      const OverlapStats one = overlap_stats_of (&devices->devices[i]);

      all.compute_ns = add_saturated (all.compute_ns, one.compute_ns);
      all.communication_ns = add_saturated (all.communication_ns, one.communication_ns);
      all.overlap_ns = add_saturated (all.overlap_ns, one.overlap_ns);
      all.compute_only_ns = add_saturated (all.compute_only_ns, one.compute_only_ns);
      all.exposed_communication_ns =
        add_saturated (all.exposed_communication_ns, one.exposed_communication_ns);
      all.work_ns = add_saturated (all.work_ns, one.work_ns);
    }
  return all;
}

bool
overlap_stats_share (const OverlapStats *stats, double *ret_share)
{
  if (stats->communication_ns <= 0)
    return false;
  *ret_share = (double) stats->overlap_ns / (double) stats->communication_ns;
  return true;
}
