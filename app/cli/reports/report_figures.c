/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_figures.h"

static struct
{
  StatsScope scope; /* nothing is kept while it has no trace */
  bool has_devices, has_kernels, has_precisions, has_idle, has_launches, has_cpu;
  DeviceStatsTable devices;
  KernelStatsTable kernels;
  PrecisionStats precisions;
  IdleCauses idle;
  LaunchTiming launches;
  CpuTime cpu;
} kept;

void
report_figures_forget (void)
{
  if (kept.has_devices)
    device_stats_clear (&kept.devices);
  if (kept.has_kernels)
    kernel_stats_clear (&kept.kernels);
  if (kept.has_precisions)
    precision_stats_clear (&kept.precisions);
  if (kept.has_idle)
    idle_causes_clear (&kept.idle);
  if (kept.has_cpu)
    cpu_time_clear (&kept.cpu);
  kept.has_devices = kept.has_kernels = kept.has_precisions = false;
  kept.has_idle = kept.has_launches = kept.has_cpu = false;
  kept.scope = (StatsScope){ 0 };
}

static void
come_to (const StatsScope *scope)
{
  const StatsScope *last = &kept.scope;

  if (last->trace == scope->trace && last->steps == scope->steps && last->begin_ns == scope->begin_ns
      && last->end_ns == scope->end_ns && last->is_whole == scope->is_whole && last->rank == scope->rank
      && last->device == scope->device && last->tracks == scope->tracks)
    return;
  report_figures_forget ();
  kept.scope = *scope;
}

const DeviceStatsTable *
report_figures_devices (const StatsScope *scope)
{
  come_to (scope);
  kept.has_devices = kept.has_devices || device_stats_compute (scope, NULL, NULL, &kept.devices);
  return kept.has_devices ? &kept.devices : NULL;
}

const KernelStatsTable *
report_figures_kernels (const StatsScope *scope)
{
  come_to (scope);
  kept.has_kernels = kept.has_kernels || kernel_stats_compute (scope, NULL, NULL, &kept.kernels);
  return kept.has_kernels ? &kept.kernels : NULL;
}

const PrecisionStats *
report_figures_precisions (const StatsScope *scope)
{
  come_to (scope);
  kept.has_precisions = kept.has_precisions || precision_stats_compute (scope, NULL, NULL, &kept.precisions);
  return kept.has_precisions ? &kept.precisions : NULL;
}

const IdleCauses *
report_figures_idle (const StatsScope *scope, int64_t short_ns)
{
  come_to (scope);
  if (kept.has_idle && kept.idle.short_ns != short_ns)
    {
      idle_causes_clear (&kept.idle);
      kept.has_idle = false;
    }
  kept.has_idle =
    kept.has_idle || idle_causes_compute (scope, short_ns, REPORT_LONGEST_GAPS, NULL, NULL, &kept.idle);
  return kept.has_idle ? &kept.idle : NULL;
}

const LaunchTiming *
report_figures_launches (const StatsScope *scope)
{
  come_to (scope);
  kept.has_launches = kept.has_launches || launch_timing_compute (scope, NULL, NULL, &kept.launches);
  return kept.has_launches ? &kept.launches : NULL;
}

const CpuTime *
report_figures_cpu (const StatsScope *scope)
{
  come_to (scope);
  kept.has_cpu = kept.has_cpu || cpu_time_compute (scope, NULL, NULL, &kept.cpu);
  return kept.has_cpu ? &kept.cpu : NULL;
}
