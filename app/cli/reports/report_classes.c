/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"
#include "trace/classify/kernel_classes.h"

static void
add_word (Record *record, const char *key, const char *word)
{
  record_add_text (record, key, word, strlen (word), NULL);
}

static uint64_t
launches_of (const PrecisionTimes *times)
{
  uint64_t n = 0;

  for (int i = 0; i < N_PRECISIONS; i++)
    n += times->count[i];
  return n;
}

/* Where the class that took most time comes from. */
static char *
precision_reason (const NameClass *said, const PrecisionOfName *row)
{
  uint64_t n = launches_of (&row->times);

  if (row->n_by_operands == 0)
    return g_strdup (said->precision_reason);
  if (row->n_by_operands == n)
    return g_strdup ("tensors of the operator that launched it");
  return g_strdup_printf ("tensors of the operator that launched it (%" G_GUINT64_FORMAT
                          " of %" G_GUINT64_FORMAT " launches); else %s",
                          row->n_by_operands, n, said->precision_reason);
}

static Record *
class_record (const StatsScope *scope, const NameClass *said, const PrecisionOfName *row)
{
  Precision precision = precision_times_largest (&row->times);
  g_autofree char *reason = precision_reason (said, row);
  Record *record = record_new ();

  record_add_name (record, scope->trace, row->name);
  record_add_count (record, "count", launches_of (&row->times));
  add_word (record, "category", kernel_class_word (said->category));
  add_word (record, "category_reason", said->category_reason);
  add_word (record, "work", kernel_work_word (said->work));
  add_word (record, "work_reason", said->work_reason);
  add_word (record, "precision", precision_word (precision));
  add_word (record, "precision_reason", reason);
  add_word (record, "precision_of_name", precision_word (said->precision));
  add_word (record, "precision_of_name_reason", said->precision_reason);
  record_add_count (record, "launches_by_tensors", row->n_by_operands);
  add_word (record, "tensor_core", tensor_core_word (tensor_core_with (said->tensor_core, precision)));
  add_word (record, "tensor_core_reason", said->tensor_core_reason);
  return record;
}

/* In the order of the report "kernels". */
static GPtrArray *
classes_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const KernelClasses *classes = kernel_classes_get (scope->trace, NULL, NULL);
  const PrecisionStats *precisions = report_figures_precisions (figures);
  const KernelStatsTable *table = report_figures_kernels (figures);

  if (classes == NULL || precisions == NULL || table == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table->n; i++)
    {
      const NameClass *said = kernel_classes_name (classes, table->kernels[i].name);
      const PrecisionOfName *row = precision_stats_name (precisions, table->kernels[i].name);

      if (said != NULL && row != NULL)
        g_ptr_array_add (records, class_record (scope, said, row));
    }
  return records;
}

const StatsReport report_classes = {
  .name = "classes",
  .title = "How kernels are classified, and why",
  .header =
    "name,count,category,category_reason,work,work_reason,precision,precision_reason,precision_of_name,"
    "precision_of_name_reason,launches_by_tensors,tensor_core,tensor_core_reason",
  .use = REPORT_ASKED,
  .records = classes_records,
};

/* ---- precision ---- */

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
