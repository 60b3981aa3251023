/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/summary/summary.h"

static GPtrArray *
summary_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const DeviceStatsTable *devices = report_figures_devices (figures);
  const KernelStatsTable *kernels = report_figures_kernels (figures);
  SummaryStats summary;
  GPtrArray *records = NULL;

  if (devices != NULL && kernels != NULL && summary_stats_compute (scope, devices, kernels, &summary))
    {
      Record *record = record_new ();

      record_add_integer (record, "ranks", summary.n_ranks);
      record_add_integer (record, "devices", summary.n_devices);
      record_add_count (record, "steps", summary.n_steps);
      record_add_count (record, "kernel_count", summary.kernel_count);
      record_add_integer (record, "kernel_total_ns", summary.kernel_total_ns);
      record_add_integer (record, "busy_ns", summary.busy_ns);
      record_add_integer (record, "compute_ns", summary.compute_ns);
      record_add_integer (record, "communication_ns", summary.communication_ns);
      record_add_integer (record, "exposed_communication_ns", summary.exposed_communication_ns);
      record_add_integer (record, "exposed_copy_ns", summary.exposed_copy_ns);
      if (summary.has_active_percent)
        record_add_real (record, "gpu_active_percent", summary.gpu_active_percent);
      else
        record_add_null (record, "gpu_active_percent");
      if (summary.has_step_wall)
        record_add_real (record, "step_wall_median_ns", summary.step_wall_median_ns);
      else
        record_add_null (record, "step_wall_median_ns");
      records = records_new ();
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_summary = {
  .name = "summary",
  .title = "Summary",
  .header = "ranks,devices,steps,kernel_count,kernel_total_ns,busy_ns,compute_ns,communication_ns,"
            "exposed_communication_ns,exposed_copy_ns,gpu_active_percent,step_wall_median_ns",
  .is_object = true,
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = summary_records,
};
