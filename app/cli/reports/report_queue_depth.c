/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/launch/queue_depth.h"

static void
add_stream (Record *record, const StatsScope *scope, const QueueDepth *depth)
{
  const TraceDevice *device = trace_device (scope->trace, depth->device);

  record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
  record_add_integer (record, "device", device->number);
  record_add_integer (record, "stream", trace_track (scope->trace, depth->track)->stream);
}

/* A row per bucket and stream, for tables; the JSON has arrays per stream. */
static GPtrArray *
queue_depth_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  QueueDepthTable table;

  if (!queue_depth_compute (scope, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table.n; i++)
    for (int bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
      {
        Record *record = record_new ();

        add_stream (record, scope, &table.streams[i]);
        record_add_integer (record, "bucket", bucket);
        record_add_real (record, "mean", table.streams[i].bucket_mean[bucket]);
        record_add_count (record, "max", table.streams[i].bucket_most[bucket]);
        g_ptr_array_add (records, record);
      }
  queue_depth_clear (&table);
  return records;
}

static GString *
means_json (const QueueDepth *depth)
{
  GString *out = g_string_new ("[");

  for (int bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
    {
      if (bucket > 0)
        g_string_append_c (out, ',');
      json_append_real (out, depth->bucket_mean[bucket]);
    }
  return g_string_append_c (out, ']');
}

static GString *
most_json (const QueueDepth *depth)
{
  GString *out = g_string_new ("[");

  for (int bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
    {
      if (bucket > 0)
        g_string_append_c (out, ',');
      json_append_integer (out, (int64_t) depth->bucket_most[bucket]);
    }
  return g_string_append_c (out, ']');
}

static GString *
queue_depth_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (GPtrArray) records = records_new ();
  QueueDepthTable table;

  if (!queue_depth_compute (scope, NULL, NULL, &table))
    return NULL;
  for (uint32_t i = 0; i < table.n; i++)
    {
      const QueueDepth *depth = &table.streams[i];
      Record *record = record_new ();

      add_stream (record, scope, depth);
      record_add_count (record, "waiting", depth->n);
      record_add_count (record, "negative", depth->n_negative);
      record_add_real (record, "mean", depth->mean);
      record_add_count (record, "max", depth->most);
      record_add_integer (record, "full_ns", depth->full_ns);
      record_add_percent (record, "full_percent_of_window", depth->full_ns, report_window_ns (scope));
      record_add_json (record, "bucket_mean", means_json (depth));
      record_add_json (record, "bucket_max", most_json (depth));
      g_ptr_array_add (records, record);
    }
  queue_depth_clear (&table);
  GString *out = g_string_new (NULL);
  g_string_printf (out, "{\"buckets\":%d,\"full\":%d,\"streams\":", QUEUE_DEPTH_BUCKETS, QUEUE_DEPTH_FULL);
  report_json_array (out, records);
  return g_string_append_c (out, '}');
}

const StatsReport report_queue_depth = {
  .name = "queue_depth",
  .title = "Queue depth",
  .header = "rank,device,stream,bucket,mean,max",
  .use = REPORT_ASKED,
  .records = queue_depth_records,
  .json = queue_depth_json,
};
