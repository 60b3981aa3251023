/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_record.h"
#include "trace/stats/annotation_stats.h"

static GPtrArray *
annotations_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  AnnotationStatsTable table;

  if (!annotation_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      const Distribution *d = &table.annotations[i].duration;
      Record *record = record_new ();

      record_add_name (record, scope->trace, table.annotations[i].name);
      record_add_count (record, "count", d->count);
      record_add_integer (record, "total_ns", d->total_ns);
      record_add_real (record, "mean_ns", d->mean_ns);
      record_add_integer (record, "min_ns", d->min_ns);
      record_add_real (record, "median_ns", d->median_ns);
      record_add_real (record, "p95_ns", d->p95_ns);
      record_add_integer (record, "max_ns", d->max_ns);
      g_ptr_array_add (records, record);
    }
  annotation_stats_clear (&table);
  return records;
}

const StatsReport report_annotations = {
  .name = "annotations",
  .title = "Annotations",
  .header = "name,count,total_ns,mean_ns,min_ns,median_ns,p95_ns,max_ns",
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = annotations_records,
};
