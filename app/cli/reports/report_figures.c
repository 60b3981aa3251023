/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_figures.h"

struct ReportFigures
{
  StatsScope scope;
  bool has_devices, has_kernels, has_precisions, has_idle, has_launches, has_cpu, has_waits, has_groups;
  DeviceStatsTable devices;
  KernelStatsTable kernels;
  PrecisionStats precisions;
  IdleCauses idle;
  LaunchTiming launches;
  CpuTime cpu;
  JobWaits waits;
  ProcessGroups groups;
  PathVerdict path_verdict;
};

ReportFigures *
report_figures_new (const StatsScope *scope)
{
  ReportFigures *figures = g_new0 (ReportFigures, 1);

  figures->scope = *scope;
  return figures;
}

void
report_figures_free (ReportFigures *figures)
{
  if (figures == NULL)
    return;
  if (figures->has_devices)
    device_stats_clear (&figures->devices);
  if (figures->has_kernels)
    kernel_stats_clear (&figures->kernels);
  if (figures->has_precisions)
    precision_stats_clear (&figures->precisions);
  if (figures->has_idle)
    idle_causes_clear (&figures->idle);
  if (figures->has_cpu)
    cpu_time_clear (&figures->cpu);
  job_waits_clear (&figures->waits);
  process_groups_clear (&figures->groups);
  g_free (figures);
}

const StatsScope *
report_figures_scope (const ReportFigures *figures)
{
  return &figures->scope;
}

const DeviceStatsTable *
report_figures_devices (ReportFigures *figures)
{
  figures->has_devices =
    figures->has_devices || device_stats_compute (&figures->scope, NULL, NULL, &figures->devices);
  return figures->has_devices ? &figures->devices : NULL;
}

const KernelStatsTable *
report_figures_kernels (ReportFigures *figures)
{
  figures->has_kernels =
    figures->has_kernels || kernel_stats_compute (&figures->scope, NULL, NULL, &figures->kernels);
  return figures->has_kernels ? &figures->kernels : NULL;
}

const PrecisionStats *
report_figures_precisions (ReportFigures *figures)
{
  figures->has_precisions =
    figures->has_precisions || precision_stats_compute (&figures->scope, NULL, NULL, &figures->precisions);
  return figures->has_precisions ? &figures->precisions : NULL;
}

const IdleCauses *
report_figures_idle (ReportFigures *figures, int64_t short_ns)
{
  if (figures->has_idle && figures->idle.short_ns != short_ns)
    {
      idle_causes_clear (&figures->idle);
      figures->has_idle = false;
    }
  figures->has_idle =
    figures->has_idle
    || idle_causes_compute (&figures->scope, short_ns, REPORT_LONGEST_GAPS, NULL, NULL, &figures->idle);
  return figures->has_idle ? &figures->idle : NULL;
}

const LaunchTiming *
report_figures_launches (ReportFigures *figures)
{
  figures->has_launches =
    figures->has_launches || launch_timing_compute (&figures->scope, NULL, NULL, &figures->launches);
  return figures->has_launches ? &figures->launches : NULL;
}

const CpuTime *
report_figures_cpu (ReportFigures *figures)
{
  figures->has_cpu = figures->has_cpu || cpu_time_compute (&figures->scope, NULL, NULL, &figures->cpu);
  return figures->has_cpu ? &figures->cpu : NULL;
}

const JobWaits *
report_figures_waits (ReportFigures *figures)
{
  if (!figures->has_waits)
    {
      job_waits_clear (&figures->waits);
      figures->has_waits = job_waits_init (&figures->waits, &figures->scope, NULL, NULL);
    }
  return figures->has_waits ? &figures->waits : NULL;
}

const ProcessGroups *
report_figures_groups (ReportFigures *figures)
{
  const JobWaits *waits = report_figures_waits (figures);

  if (!figures->has_groups && waits != NULL)
    {
      process_groups_clear (&figures->groups);
      figures->has_groups = process_groups_init (&figures->groups, &figures->scope, &waits->waits, NULL, NULL);
    }
  return figures->has_groups ? &figures->groups : NULL;
}

PathVerdict *
report_figures_path_verdict (ReportFigures *figures)
{
  return &figures->path_verdict;
}
