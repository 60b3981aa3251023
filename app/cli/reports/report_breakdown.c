/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/step/step_breakdown.h"

static void
add_devices (Record *record, const TimeSplit *split)
{
  bool any = split->total_ns > 0;

  record_add_optional (record, "device_time_ns", any, split->total_ns);
  record_add_optional (record, "compute_ns", any, split->compute_ns);
  record_add_optional (record, "exposed_communication_ns", any, split->exposed_communication_ns);
  record_add_optional (record, "exposed_copy_ns", any, split->exposed_copy_ns);
  record_add_optional (record, "idle_ns", any, split->idle_ns);
}

static Record *
step_record (const StatsScope *scope, const StepBreakdown *breakdown)
{
  static const char *const keys[N_STEP_PARTS] = { "kernel_ns",        "memcpy_ns",  "memset_ns",
                                                  "communication_ns", "runtime_ns", "dataloader_ns",
                                                  "operator_ns",      "other_ns" };
  const TraceStep *step = step_table_get (scope->steps, breakdown->step);
  Record *record = record_new ();

  record_add_integer (record, "index", step->index);
  record_add_optional (record, "number", step->has_number, step->number);
  record_add_name (record, scope->trace, slice_name (trace_slices (scope->trace), step->slice));
  record_add_integer (record, "rank", trace_rank (scope->trace, step->rank)->number);
  record_add_integer (record, "begin_ns", breakdown->begin_ns);
  record_add_integer (record, "end_ns", breakdown->end_ns);
  record_add_integer (record, "wall_ns", step->wall_ns);
  for (StepPart part = 0; part < N_STEP_PARTS; part++)
    record_add_integer (record, keys[part], breakdown->parts_ns[part]);
  add_devices (record, &breakdown->devices);
  record_add_boolean (record, "truncated", step->is_truncated);
  return record;
}

static GPtrArray *
breakdown_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  StepBreakdownColumn steps;

  if (!step_breakdown_compute (scope, NULL, NULL, &steps))
    return NULL;
  GPtrArray *records = records_new ();
  for (size_t i = 0; i < steps.n; i++)
    g_ptr_array_add (records, step_record (scope, &steps.at[i]));
  step_breakdown_column_clear (&steps);
  return records;
}

const StatsReport report_breakdown = {
  .name = "breakdown",
  .title = "Step time breakdown",
  .header = "index,number,name,rank,begin_ns,end_ns,wall_ns,kernel_ns,memcpy_ns,memset_ns,communication_ns,"
            "runtime_ns,dataloader_ns,operator_ns,other_ns,device_time_ns,compute_ns,"
            "exposed_communication_ns,exposed_copy_ns,idle_ns,truncated",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = breakdown_records,
};
