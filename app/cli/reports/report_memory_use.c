/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <math.h>
#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/reports/report_record.h"
#include "trace/derive/memory_use.h"
#include "trace/stats/memory/memory_use_stats.h"

/* NULL: out of memory. */
static MemoryUse *
compute (const StatsScope *scope, MemoryUseTable *ret_table)
{
  MemoryUse *use = memory_use_new (scope->trace);

  if (use == NULL || memory_use_stats_compute (scope, use, NULL, NULL, ret_table))
    return use;
  memory_use_free (use);
  return NULL;
}

/* Whose memory it is: of a GPU, or, without a device, of the process. */
static void
add_owner (Record *record, const StatsScope *scope, const MemoryUseStats *stats)
{
  const TraceTrack *track = trace_track (scope->trace, stats->track);

  record_add_integer (record, "rank", trace_rank (scope->trace, track->rank)->number);
  record_add_optional (record, "device", stats->device >= 0, stats->device);
}

static void
add_bytes (Record *record, const char *key, double bytes)
{
  if (isnan (bytes))
    record_add_null (record, key);
  else
    record_add_real (record, key, bytes);
}

/* A row per bucket and series, for tables; the JSON has arrays per series. */
static GPtrArray *
memory_use_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  MemoryUseTable table;
  MemoryUse *use = compute (scope, &table);

  if (use == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table.n; i++)
    for (int bucket = 0; bucket < MEMORY_USE_BUCKETS; bucket++)
      {
        Record *record = record_new ();

        add_owner (record, scope, &table.series[i]);
        record_add_integer (record, "bucket", bucket);
        add_bytes (record, "mean_bytes", table.series[i].bucket_mean[bucket]);
        add_bytes (record, "max_bytes", table.series[i].bucket_most[bucket]);
        g_ptr_array_add (records, record);
      }
  memory_use_stats_clear (&table);
  memory_use_free (use);
  return records;
}

static GString *
buckets_json (const double *values)
{
  GString *out = g_string_new ("[");

  for (int bucket = 0; bucket < MEMORY_USE_BUCKETS; bucket++)
    {
      if (bucket > 0)
        g_string_append_c (out, ',');
      if (isnan (values[bucket]))
        g_string_append (out, "null");
      else
        json_append_real (out, values[bucket]);
    }
  return g_string_append_c (out, ']');
}

static GString *
memory_use_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (GPtrArray) records = records_new ();
  MemoryUseTable table;
  MemoryUse *use = compute (scope, &table);

  if (use == NULL)
    return NULL;
  for (uint32_t i = 0; i < table.n; i++)
    {
      const MemoryUseStats *stats = &table.series[i];
      Record *record = record_new ();

      add_owner (record, scope, stats);
      record_add_count (record, "changes", stats->n_changes);
      add_bytes (record, "first_bytes", stats->first_bytes);
      add_bytes (record, "last_bytes", stats->last_bytes);
      add_bytes (record, "max_bytes", stats->peak_bytes);
      record_add_integer (record, "max_at_ns", stats->peak_ns);
      add_bytes (record, "mean_bytes", stats->mean_bytes);
      record_add_json (record, "bucket_mean_bytes", buckets_json (stats->bucket_mean));
      record_add_json (record, "bucket_max_bytes", buckets_json (stats->bucket_most));
      g_ptr_array_add (records, record);
    }
  memory_use_stats_clear (&table);
  memory_use_free (use);
  GString *out = g_string_new (NULL);
  g_string_printf (out, "{\"buckets\":%d,\"series\":", MEMORY_USE_BUCKETS);
  report_json_array (out, records);
  return g_string_append_c (out, '}');
}

const StatsReport report_memory_use = {
  .name = "memory_use",
  .title = "Memory use over time",
  .header = "rank,device,bucket,mean_bytes,max_bytes",
  .use = REPORT_ASKED,
  .records = memory_use_records,
  .json = memory_use_json,
};
