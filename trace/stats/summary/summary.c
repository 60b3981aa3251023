/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/summary/summary.h"

#include "trace/container/column.h"

bool
summary_stats_compute (const StatsScope *scope,
                       const DeviceStatsTable *devices,
                       const KernelStatsTable *kernels,
                       SummaryStats *ret_summary)
{
  SummaryStats summary = {
    .n_ranks = stats_scope_n_ranks (scope),
    .n_devices = stats_scope_n_devices (scope),
    .kernel_count = kernels->count,
    .kernel_total_ns = kernels->total_ns,
  };
  I64Column walls_ns = { 0 };
  bool ok = true;

  for (uint32_t i = 0; i < devices->n; i++)
    {
      const DeviceStats *device = &devices->devices[i];

      summary.busy_ns = add_saturated (summary.busy_ns, device->busy_ns);
      summary.compute_ns = add_saturated (summary.compute_ns, device->compute_ns);
      summary.communication_ns = add_saturated (summary.communication_ns, device->communication_ns);
      summary.exposed_communication_ns =
        add_saturated (summary.exposed_communication_ns, device->exposed_communication_ns);
      summary.exposed_copy_ns = add_saturated (summary.exposed_copy_ns, device->exposed_copy_ns);
    }
  if (summary.n_devices > 0 && scope->end_ns > scope->begin_ns)
    {
      summary.has_active_percent = true;
      summary.gpu_active_percent =
        100.0 * (double) summary.busy_ns
        / (((double) scope->end_ns - (double) scope->begin_ns) * summary.n_devices);
    }

  for (uint64_t i = 0; i < step_table_count (scope->steps) && ok; i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);

      if (!stats_scope_holds_start (scope, step->host_begin_ns)
          || !stats_scope_holds_rank (scope, step->rank))
        continue;
      summary.n_steps++;
      if (!step->is_truncated)
        ok = i64_column_push (&walls_ns, step->wall_ns);
    }
  summary.has_step_wall = walls_ns.n > 0;
  summary.step_wall_median_ns = distribution_of (walls_ns.at, walls_ns.n).median_ns;
  i64_column_clear (&walls_ns);
  *ret_summary = summary;
  return ok;
}
