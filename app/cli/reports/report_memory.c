/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_record.h"
#include "trace/stats/memory/memory_stats.h"

static GPtrArray *
memory_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  MemoryStatsTable table;

  if (!memory_stats_compute (scope, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      Record *record = record_new ();

      record_add_text (record, "kind", table.kinds[i].kind, strlen (table.kinds[i].kind), NULL);
      record_add_count (record, "count", table.kinds[i].count);
      record_add_integer (record, "total_ns", table.kinds[i].total_ns);
      record_add_integer (record, "bytes", table.kinds[i].bytes);
      g_ptr_array_add (records, record);
    }
  memory_stats_clear (&table);
  return records;
}

const StatsReport report_memory = {
  .name = "memory",
  .title = "Memory operations, by the categories of the file",
  .header = "kind,count,total_ns,bytes",
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = memory_records,
};
