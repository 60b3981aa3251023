/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"

/* A row for each class that any kernel has, and for those of which it is unknown: where there is any kernel. */
static GPtrArray *
precision_records (ReportFigures *figures)
{
  const PrecisionStats *stats = report_figures_precisions (figures);

  if (stats == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (int i = 1; i <= N_PRECISIONS; i++)
    {
      Precision precision = (Precision) (i % N_PRECISIONS); /* the unknown ones last */
      const char *word = precision_word (precision);
      const int64_t *tensor_core_ns = stats->tensor_core_ns[precision];
      Record *record;

      if (stats->times.count[precision] == 0 && (precision != PRECISION_UNKNOWN || stats->n_launches == 0))
        continue;
      record = record_new ();
      record_add_text (record, "precision", word, strlen (word), NULL);
      record_add_count (record, "count", stats->times.count[precision]);
      record_add_integer (record, "total_ns", stats->times.ns[precision]);
      record_add_percent (record, "percent_of_kernel_time", stats->times.ns[precision],
                          (double) stats->total_ns);
      record_add_integer (record, "tensor_core_ns", tensor_core_ns[TENSOR_CORE_YES]);
      record_add_integer (record, "no_tensor_core_ns", tensor_core_ns[TENSOR_CORE_NO]);
      record_add_integer (record, "tensor_core_unknown_ns", tensor_core_ns[TENSOR_CORE_UNKNOWN]);
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_precision = {
  .name = "precision",
  .title = "Kernel precision distribution (share of kernel time; memcpy and memset left out)",
  .header =
    "precision,count,total_ns,percent_of_kernel_time,tensor_core_ns,no_tensor_core_ns,tensor_core_unknown_ns",
  .use = REPORT_ASKED,
  .records = precision_records,
};
