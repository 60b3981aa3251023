/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_record.h"

static GPtrArray *
steps_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  GPtrArray *records = records_new ();

  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);
      Record *record;

      if (!stats_scope_holds_start (scope, step->host_begin_ns)
          || !stats_scope_holds_rank (scope, step->rank))
        continue;
      record = record_new ();
      record_add_integer (record, "index", step->index);
      record_add_optional (record, "number", step->has_number, step->number);
      record_add_name (record, scope->trace, slice_name (trace_slices (scope->trace), step->slice));
      record_add_integer (record, "rank", trace_rank (scope->trace, step->rank)->number);
      record_add_integer (record, "host_begin_ns", step->host_begin_ns);
      record_add_integer (record, "host_end_ns", step->host_end_ns);
      record_add_optional (record, "device_begin_ns", step->has_device, step->device_begin_ns);
      record_add_optional (record, "device_end_ns", step->has_device, step->device_end_ns);
      record_add_integer (record, "wall_ns", step->wall_ns);
      record_add_integer (record, "busy_ns", step->busy_ns);
      record_add_count (record, "activities", step->activities);
      record_add_boolean (record, "truncated", step->is_truncated);
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_steps = {
  .name = "steps",
  .title = "Steps",
  .header = "index,number,name,rank,host_begin_ns,host_end_ns,device_begin_ns,device_end_ns,wall_ns,"
            "busy_ns,activities,truncated",
  .of_job = REPORT_OF_JOB,
  .records = steps_records,
};
