/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/out/report_out.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/launch/launch_stats.h"

static Record *
launch_record (const LaunchStats *stats)
{
  Record *record = record_new ();

  record_add_count (record, "activities", stats->activities);
  record_add_count (record, "matched", stats->matched);
  record_add_count (record, "unmatched", stats->unmatched);
  record_add_count (record, "without_correlation", stats->without_correlation);
  return record;
}

static void
add_latency (Record *record, const Distribution *latency, const char *const keys[5])
{
  bool any = latency->count > 0;

  record_add_count (record, keys[0], latency->count);
  if (any)
    {
      record_add_real (record, keys[1], latency->mean_ns);
      record_add_real (record, keys[2], latency->median_ns);
      record_add_real (record, keys[3], latency->p95_ns);
    }
  else
    for (int i = 1; i <= 3; i++)
      record_add_null (record, keys[i]);
  record_add_optional (record, keys[4], any, latency->max_ns);
}

static GPtrArray *
launches_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  static const char *const keys[] = { "latency_count", "latency_mean_ns", "latency_p50_ns", "latency_p95_ns",
                                      "latency_max_ns" };
  LaunchStats stats;

  if (!launch_stats_compute (scope, &stats))
    return NULL;
  GPtrArray *records = records_new ();
  Record *record = launch_record (&stats);
  add_latency (record, &stats.latency, keys);
  g_ptr_array_add (records, record);
  return records;
}

static GString *
launches_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  static const char *const keys[] = { "count", "mean_ns", "p50_ns", "p95_ns", "max_ns" };
  LaunchStats stats;

  if (!launch_stats_compute (scope, &stats))
    return NULL;
  g_autoptr (Record) record = launch_record (&stats);
  g_autoptr (Record) latency = record_new ();
  GString *nested = g_string_new (NULL), *out = g_string_new (NULL);

  add_latency (latency, &stats.latency, keys);
  report_json_object (nested, latency);
  record_add_json (record, "latency", nested);
  report_json_object (out, record);
  return out;
}

const StatsReport report_launches = {
  .name = "launches",
  .title = "Launches",
  .header = "activities,matched,unmatched,without_correlation,latency_count,latency_mean_ns,"
            "latency_p50_ns,latency_p95_ns,latency_max_ns",
  .is_object = true,
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = launches_records,
  .json = launches_json,
};
