/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"
#include "trace/classify/kernel_classes.h"
#include "trace/model/job_tables.h"

/* {"bf16": ns, ...}: the known ones. */
static GString *
precisions_json (const PrecisionTimes *times)
{
  GString *out = g_string_new ("{");

  for (int i = PRECISION_UNKNOWN + 1; i < N_PRECISIONS; i++)
    if (times->count[i] > 0)
      {
        g_string_append_printf (out, "%s\"%s\":", out->len > 1 ? "," : "", precision_word ((Precision) i));
        json_append_integer (out, times->ns[i]);
      }
  g_string_append_c (out, '}');
  return out;
}

/* The kernels of a job profile are not among its slices; their names tell the same. */
static TensorCore
tensor_core_of (const Trace *trace, const KernelClasses *classes, uint32_t name)
{
  const NameClass *said = kernel_classes_name (classes, name);
  size_t length;
  const char *text = trace_string (trace, name, &length);

  return said != NULL             ? said->tensor_core
         : trace_is_job (trace)   ? name_class_of (text, length).tensor_core
                                  : TENSOR_CORE_UNKNOWN;
}

static void
add_precision (Record *record,
               const Trace *trace,
               const PrecisionStats *precisions,
               const KernelClasses *classes,
               uint32_t name)
{
  static const PrecisionTimes none;
  const PrecisionOfName *row = precision_stats_name (precisions, name);
  const PrecisionTimes *times = row != NULL ? &row->times : &none;
  Precision precision = precision_times_largest (times);
  TensorCore tensor_core = tensor_core_with (tensor_core_of (trace, classes, name), precision);
  const char *word = precision_word (precision);

  if (precision != PRECISION_UNKNOWN)
    record_add_text (record, "precision", word, strlen (word), NULL);
  else
    record_add_null (record, "precision");
  record_add_json (record, "precisions", precisions_json (times));
  if (tensor_core != TENSOR_CORE_UNKNOWN)
    record_add_boolean (record, "tensor_core", tensor_core == TENSOR_CORE_YES);
  else
    record_add_null (record, "tensor_core");
}

static GPtrArray *
kernels_records (ReportFigures *figures)
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
      const KernelStats *kernel = &table->kernels[i];
      const Distribution *d = &kernel->duration;
      const char *klass = kernel_class_word (kernel->klass);
      Record *record = record_new ();

      record_add_name (record, scope->trace, kernel->name);
      record_add_count (record, "count", d->count);
      record_add_integer (record, "total_ns", d->total_ns);
      record_add_real (record, "mean_ns", d->mean_ns);
      record_add_integer (record, "min_ns", d->min_ns);
      record_add_real (record, "median_ns", d->median_ns);
      record_add_real (record, "p95_ns", d->p95_ns);
      record_add_integer (record, "max_ns", d->max_ns);
      record_add_real (record, "stddev_ns", d->stddev_ns);
      record_add_percent (record, "percent_of_kernel_time", d->total_ns, (double) table->total_ns);
      record_add_text (record, "category", klass, strlen (klass), NULL);
      add_precision (record, scope->trace, precisions, classes, kernel->name);
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_kernels = {
  .name = "kernels",
  .title = "Kernels",
  .header = "name,count,total_ns,mean_ns,min_ns,median_ns,p95_ns,max_ns,stddev_ns,"
            "percent_of_kernel_time,category,precision,precisions,tensor_core",
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = kernels_records,
};
