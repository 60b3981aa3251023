/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_allocations.h"
#include "app/cli/reports/table_records.h"
#include "trace/model/job_tables.h"

const StatsReport *const stats_reports[] = {
  /* clang-format off */
  &report_summary,
  &report_devices,
  &report_kernels,
  &report_memory,
  &report_launches,
  &report_steps,
  &report_annotations,
  &report_utilization,
  &report_bookmarks,
  &report_idle,
  &report_idle_gaps,
  &report_breakdown,
  &report_cpu,
  &report_cpu_over_time,
  &report_gpu_samples,
  &report_overhead,
  &report_critical_path,
  &report_critical_slices,
  &report_queue,
  &report_launch_latency,
  &report_queue_depth,
  &report_overlap,
  &report_memory_use,
  &report_bandwidth,
  &report_occupancy,
  &report_kernels_by_name,
  &report_kernels_by_base,
  &report_kernels_by_launch,
  &report_operators,
  &report_modules,
  &report_python,
  &report_annotations_by_name,
  &report_memory_by_name,
  &report_collectives,
  &report_collective_sizes,
  &report_runtime,
  &report_slices,
  &report_step_times,
  &report_rank_steps,
  &report_precision,
  &report_classes,
  &report_clocks,
  &report_collective_instances,
  &report_collective_waits,
  &report_stragglers,
  &report_process_groups,
  &report_process_group_ranks,
  &report_rank_links,
  &report_allocations_peak,
  &report_allocations_live,
  &report_allocations_by_stack,
  &report_allocations_by_line,
  &report_allocations_by_category,
  /* clang-format on */
  NULL,
};

const StatsReport *
stats_report_find (const char *name)
{
  for (const StatsReport *const *report = stats_reports; *report != NULL; report++)
    if (strcmp ((*report)->name, name) == 0)
      return *report;
  return NULL;
}

GPtrArray *
stats_report_records (const StatsReport *report, ReportFigures *figures, char **ret_header)
{
  StatTableOptions options = { .grouping = report->grouping };

  options.has_time = report_allocations_time (&options.at_ns);
  if (report->table != NULL)
    return table_records (report_figures_scope (figures), report->table, &options, ret_header);
  if (ret_header != NULL)
    {
      const char *asked = report->asked_key != NULL ? report->asked_key () : NULL;

      *ret_header = g_strconcat (report->header, asked != NULL ? "," : NULL, asked, NULL);
    }
  return report->records (figures);
}

bool
stats_report_is_known (const StatsReport *report, const StatsScope *scope)
{
  return !trace_is_job (scope->trace) || report->of_job == REPORT_OF_JOB
         || (report->of_job == REPORT_OF_WHOLE_JOB && scope->is_whole);
}

char *
stats_report_names (const char *separator)
{
  GString *names = g_string_new (NULL);

  for (const StatsReport *const *report = stats_reports; *report != NULL; report++)
    g_string_append_printf (names, "%s%s", report == stats_reports ? "" : separator, (*report)->name);
  return g_string_free (names, FALSE);
}
