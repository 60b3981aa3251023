/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/report_out.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/host/overhead_stats.h"

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, NULL);
}

static GPtrArray *
thread_records (const StatsScope *scope, const OverheadStats *stats)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < stats->threads.n; i++)
    {
      const OverheadThread *thread = &stats->threads.at[i];
      const TraceTrack *track = trace_track (scope->trace, thread->thread);
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (scope->trace, track->rank)->number);
      add_string (record, "pid", scope->trace, track->pid);
      add_string (record, "tid", scope->trace, track->tid);
      record_add_count (record, "count", thread->count);
      record_add_integer (record, "busy_ns", thread->busy_ns);
      record_add_percent (record, "percent_of_window", thread->busy_ns, report_window_ns (scope));
      g_ptr_array_add (records, record);
    }
  return records;
}

static GPtrArray *
name_records (const StatsScope *scope, const OverheadStats *stats)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < stats->names.n; i++)
    {
      const OverheadName *name = &stats->names.at[i];
      Record *record = record_new ();

      record_add_name (record, scope->trace, name->name);
      record_add_count (record, "count", name->count);
      record_add_integer (record, "total_ns", name->total_ns);
      record_add_integer (record, "max_ns", name->max_ns);
      record_add_percent (record, "percent_of_rank_time", name->total_ns, (double) stats->time_ns);
      g_ptr_array_add (records, record);
    }
  return records;
}

static GPtrArray *
overhead_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  OverheadStats stats;

  if (!overhead_stats_compute (scope, NULL, NULL, &stats))
    return NULL;
  GPtrArray *records = name_records (scope, &stats);
  overhead_stats_clear (&stats);
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
overhead_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (Record) record = record_new ();
  OverheadStats stats;

  if (!overhead_stats_compute (scope, NULL, NULL, &stats))
    return NULL;
  GString *out = g_string_new (NULL);
  record_add_boolean (record, "recorded", stats.is_recorded);
  record_add_count (record, "count", stats.count);
  record_add_integer (record, "busy_ns", stats.busy_ns);
  record_add_integer (record, "ranks", stats_scope_n_ranks (scope));
  record_add_integer (record, "rank_time_ns", stats.time_ns);
  record_add_percent (record, "percent_of_rank_time", stats.busy_ns, (double) stats.time_ns);
  add_array (record, "threads", thread_records (scope, &stats));
  add_array (record, "names", name_records (scope, &stats));
  report_json_object (out, record);
  overhead_stats_clear (&stats);
  return out;
}

const StatsReport report_overhead = {
  .name = "overhead",
  .title = "Profiler overhead",
  .header = "name,count,total_ns,max_ns,percent_of_rank_time",
  .use = REPORT_ASKED,
  .records = overhead_records,
  .json = overhead_json,
};
