/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/host/gpu_counter.h"

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, NULL);
}

/* share: 0 to 1, NaN is null. */
static void
add_share (Record *record, const char *key, double share)
{
  if (isnan (share))
    record_add_null (record, key);
  else
    record_add_real (record, key, 100 * share);
}

/* What the figures are of: null where the file has neither. */
static void
add_source (Record *record, const CpuTime *time)
{
  const char *source = time->is_sampled ? "samples" : "traced_threads";

  if (time->lines.n == 0)
    record_add_null (record, "source");
  else
    record_add_text (record, "source", source, strlen (source), NULL);
}

static double
active_of (const CpuTime *time, const CpuLine *line)
{
  if (time->is_sampled)
    return line->n_samples > 0 ? (double) line->n_active_samples / (double) line->n_samples : NAN;
  return time->window_ns > 0 ? (double) line->any_busy_ns / (double) time->window_ns : NAN;
}

static Record *
line_record (const Trace *trace, const CpuTime *time, const CpuLine *line)
{
  Record *record = record_new ();

  add_string (record, "node", trace, trace_track (trace, line->node)->name);
  add_source (record, time);
  record_add_integer (record, "series", line->n_series);
  add_share (record, "mean_percent", line->mean);
  add_share (record, "active_percent", active_of (time, line));
  record_add_optional (record, "samples", time->is_sampled, (int64_t) line->n_samples);
  record_add_optional (record, "any_busy_ns", !time->is_sampled, line->any_busy_ns);
  add_share (record, "average_percent_of_samples",
             line->n_samples > 0 ? line->sample_sum / (double) line->n_samples : NAN);
  return record;
}

static GString *
values_json (const CpuLine *line)
{
  GString *out = g_string_new ("[");

  for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
    {
      if (bucket > 0)
        g_string_append_c (out, ',');
      json_append_real (out, line->values[bucket]);
    }
  return g_string_append_c (out, ']');
}

static GPtrArray *
line_records (const Trace *trace, const CpuTime *time, bool with_values)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < time->lines.n; i++)
    {
      Record *record = line_record (trace, time, &time->lines.at[i]);

      if (with_values)
        record_add_json (record, "values", values_json (&time->lines.at[i]));
      g_ptr_array_add (records, record);
    }
  return records;
}

static GPtrArray *
thread_records (const Trace *trace, const CpuTime *time)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < time->threads.n; i++)
    {
      const CpuThread *thread = &time->threads.at[i];
      const TraceTrack *track = trace_track (trace, thread->thread);
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (trace, track->rank)->number);
      add_string (record, "pid", trace, track->pid);
      add_string (record, "tid", trace, track->tid);
      add_string (record, "name", trace, track->name);
      record_add_integer (record, "busy_ns", thread->busy_ns);
      record_add_percent (record, "percent_of_window", thread->busy_ns, (double) time->window_ns);
      g_ptr_array_add (records, record);
    }
  return records;
}

static GPtrArray *
cpu_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const CpuTime *time = report_figures_cpu (figures);

  if (time == NULL)
    return NULL;
  GPtrArray *records = line_records (scope->trace, time, false);
  return records;
}

static void
add_array (Record *record, const char *key, GPtrArray *records)
{
  GString *json = g_string_new (NULL);

  report_json_array (json, records);
  record_add_json (record, key, json);
  g_ptr_array_unref (records);
}

static GString *
cpu_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (Record) record = record_new ();
  const CpuTime *time = report_figures_cpu (figures);

  if (time == NULL)
    return NULL;
  GString *out = g_string_new (NULL);
  add_source (record, time);
  add_share (record, "active_percent", cpu_time_active (time));
  record_add_integer (record, "buckets", UTILIZATION_BUCKETS);
  add_array (record, "nodes", line_records (scope->trace, time, true));
  add_array (record, "threads", thread_records (scope->trace, time));
  report_json_object (out, record);
  return out;
}

const StatsReport report_cpu = {
  .name = "cpu",
  .title = "CPU (samples, else traced threads only)",
  .header = "node,source,series,mean_percent,active_percent,samples,any_busy_ns,average_percent_of_samples",
  .use = REPORT_ASKED,
  .records = cpu_records,
  .json = cpu_json,
};

/* Of GPUs nothing but samples is meant here: their work is in the other reports. */
static GPtrArray *
gpu_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  CpuTime time;

  if (!cpu_time_compute_sampled (scope, gpu_counter_is_utilization, NULL, NULL, &time))
    return NULL;
  GPtrArray *records = line_records (scope->trace, &time, false);
  cpu_time_clear (&time);
  return records;
}

const StatsReport report_gpu_samples = {
  .name = "gpu_samples",
  .title = "GPU utilization, sampled",
  .header = "node,source,series,mean_percent,active_percent,samples,any_busy_ns,average_percent_of_samples",
  .use = REPORT_ASKED,
  .records = gpu_records,
};

/* A row per bucket and node. */
static GPtrArray *
over_time_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const CpuTime *time = report_figures_cpu (figures);

  if (time == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (size_t i = 0; i < time->lines.n; i++)
    for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
      {
        const CpuLine *line = &time->lines.at[i];
        Record *record = record_new ();

        add_string (record, "node", scope->trace, trace_track (scope->trace, line->node)->name);
        add_source (record, time);
        record_add_integer (record, "bucket", bucket);
        if (isnan (line->values[bucket]))
          record_add_null (record, "value");
        else
          record_add_real (record, "value", line->values[bucket]);
        g_ptr_array_add (records, record);
      }
  return records;
}

const StatsReport report_cpu_over_time = {
  .name = "cpu_over_time",
  .title = "CPU utilization over time (samples, else traced threads only)",
  .header = "node,source,bucket,value",
  .use = REPORT_ASKED,
  .records = over_time_records,
};
