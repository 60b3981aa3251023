/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <math.h>
#include <string.h>

#include "app/cli/reports/report_record.h"
#include "trace/stats/memory/bandwidth_stats.h"

static void
add_memory (Record *record, HostMemory memory)
{
  const char *word = memory == HOST_MEMORY_PAGEABLE ? "pageable"
                     : memory == HOST_MEMORY_PINNED ? "pinned"
                                                    : NULL;

  if (word != NULL)
    record_add_text (record, "host_memory", word, strlen (word), NULL);
  else
    record_add_null (record, "host_memory");
}

static void
add_speed (Record *record, const char *key, double gb_s)
{
  if (isnan (gb_s))
    record_add_null (record, key);
  else
    record_add_real (record, key, gb_s);
}

static GPtrArray *
bandwidth_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  BandwidthTable table;

  if (!bandwidth_stats_compute (scope, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      const BandwidthStats *stats = &table.kinds[i];
      Record *record = record_new ();

      record_add_text (record, "kind", stats->kind, strlen (stats->kind), NULL);
      add_memory (record, stats->memory);
      record_add_count (record, "count", stats->count);
      record_add_integer (record, "total_ns", stats->total_ns);
      record_add_integer (record, "bytes", stats->bytes);
      record_add_count (record, "without_bytes", stats->n_without_bytes);
      record_add_count (record, "without_length", stats->n_without_length);
      record_add_count (record, "measured", stats->n_measured);
      add_speed (record, "mean_gb_per_s", stats->mean_gb_s);
      add_speed (record, "p50_gb_per_s", stats->p50_gb_s);
      add_speed (record, "p95_gb_per_s", stats->p95_gb_s);
      add_speed (record, "max_gb_per_s", stats->max_gb_s);
      g_ptr_array_add (records, record);
    }
  bandwidth_stats_clear (&table);
  return records;
}

const StatsReport report_bandwidth = {
  .name = "bandwidth",
  .title = "Memcpy bandwidth",
  .header = "kind,host_memory,count,total_ns,bytes,without_bytes,without_length,measured,mean_gb_per_s,"
            "p50_gb_per_s,p95_gb_per_s,max_gb_per_s",
  .use = REPORT_ASKED,
  .records = bandwidth_records,
};
