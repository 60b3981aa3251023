/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_job_kernels.h"

#include <string.h>

#include "trace/classify/name_class.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  KERNEL_NAME,
  KERNEL_COUNT,
  KERNEL_TOTAL,
  KERNEL_SHARE,
  KERNEL_MEAN,
  KERNEL_MEDIAN,
  KERNEL_P95,
  KERNEL_MIN,
  KERNEL_MAX,
  KERNEL_DEVIATION,
  KERNEL_CATEGORY,
  KERNEL_PRECISION,
  KERNEL_TENSOR_CORE,
  N_KERNEL_COLUMNS
} KernelField;

/* clang-format off */
static const StatColumnInfo columns[N_KERNEL_COLUMNS] = {
  [KERNEL_NAME] = { "name", N_ ("Name"), N_ ("The kernel's exact name."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [KERNEL_COUNT] = { "count", N_ ("Count"), N_ ("The number of launches on all ranks."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [KERNEL_TOTAL] = { "total_ns", N_ ("Total"), N_ ("The sum of the durations. Overlapping durations all count."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [KERNEL_SHARE] = { "percent_of_kernel_time", /* xgettext:no-c-format */ N_ ("% of Kernel Time"), N_ ("The total as a share of the durations of all kernels."), STAT_PERCENT, STAT_OF_TOTAL, true, NULL },
  [KERNEL_MEAN] = { "mean_ns", N_ ("Mean"), N_ ("The total divided by the count."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, NULL },
  [KERNEL_MEDIAN] = { "median_ns", N_ ("Median"), N_ ("Half of the durations are at most this long. Made of the sketches in the summaries: within 0.8 %."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, NULL },
  [KERNEL_P95] = { "p95_ns", N_ ("p95"), N_ ("95 of 100 durations are at most this long. Made of the sketches in the summaries: within 0.8 %."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, NULL },
  [KERNEL_MIN] = { "min_ns", N_ ("Min"), N_ ("The shortest duration."), STAT_DURATION, STAT_OF_NOTHING, false, NULL },
  [KERNEL_MAX] = { "max_ns", N_ ("Max"), N_ ("The longest duration."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [KERNEL_DEVIATION] = { "stddev_ns", N_ ("Deviation"), N_ ("The sample standard deviation, with n - 1 in the denominator; 0 for one duration."), STAT_DURATION_REAL, STAT_OF_NOTHING, false, NULL },
  [KERNEL_CATEGORY] = { "category", N_ ("Category"), N_ ("Compute, communication or memory, by the kernel's name."), STAT_TEXT, STAT_OF_NOTHING, false, NULL },
  [KERNEL_PRECISION] = { "precision", N_ ("Precision"), N_ ("As the ranks found it. Among several types, the one with the most time is shown. It is empty when none is known."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [KERNEL_TENSOR_CORE] = { "tensor_core", N_ ("Tensor Core"), N_ ("Whether the kernel uses tensor cores; empty if that is not known."), STAT_YES_NO, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static bool
fill_row (const StatsScope *scope,
          StatTable *table,
          const KernelStats *kernel,
          const PrecisionStats *precisions,
          uint64_t row)
{
  const Distribution *duration = &kernel->duration;
  const PrecisionOfName *times = precision_stats_name (precisions, kernel->name);
  Precision precision = times != NULL ? precision_times_largest (&times->times) : PRECISION_UNKNOWN;
  StatColumn *at = table->columns;
  size_t length;
  const char *name = trace_string (scope->trace, kernel->name, &length);
  TensorCore tensor_core = tensor_core_with (name_class_of (name, length).tensor_core, precision);

  table->rows[row] = (StatRow){ .name = kernel->name, .kind = SLICE_KERNEL, .longest = SLICE_NONE };
  at[KERNEL_NAME].text[row] = kernel->name;
  at[KERNEL_COUNT].whole[row] = (int64_t) duration->count;
  at[KERNEL_TOTAL].whole[row] = duration->total_ns;
  stat_table_set_percent (table, &at[KERNEL_SHARE], row, (double) duration->total_ns);
  at[KERNEL_MEAN].real[row] = duration->mean_ns;
  at[KERNEL_MEDIAN].real[row] = duration->median_ns;
  at[KERNEL_P95].real[row] = duration->p95_ns;
  at[KERNEL_MIN].whole[row] = duration->min_ns;
  at[KERNEL_MAX].whole[row] = duration->max_ns;
  at[KERNEL_DEVIATION].real[row] = duration->stddev_ns;
  at[KERNEL_TENSOR_CORE].is_null[row] = tensor_core == TENSOR_CORE_UNKNOWN;
  at[KERNEL_TENSOR_CORE].whole[row] = tensor_core == TENSOR_CORE_YES;
  return stat_table_set_text (table, &at[KERNEL_CATEGORY], row, kernel_class_word (kernel->klass))
         && stat_table_set_text (table, &at[KERNEL_PRECISION], row,
                                 precision != PRECISION_UNKNOWN ? precision_word (precision) : NULL);
}

static bool
fill (const StatsScope *scope,
      const KernelStatsTable *kernels,
      const PrecisionStats *precisions,
      StatTable *table)
{
  for (unsigned i = 0; i < N_KERNEL_COLUMNS; i++)
    if (!stat_table_add_column (table, &columns[i]))
      return false;
  table->count = kernels->count;
  table->sum_ns = kernels->total_ns;
  table->sum_title = N_ ("durations of kernels");
  table->wholes[STAT_OF_TOTAL].ns = kernels->total_ns;
  table->wholes[STAT_OF_TOTAL].title = N_ ("the durations of all kernels");
  for (uint64_t row = 0; row < kernels->n; row++)
    if (!fill_row (scope, table, &kernels->kernels[row], precisions, row))
      return false;
  return true;
}

bool
job_kernels_table_compute (const StatsScope *scope, StatTable *ret_table)
{
  KernelStatsTable kernels = { 0 };
  PrecisionStats precisions = { 0 };
  bool ok = kernel_stats_compute (scope, NULL, NULL, &kernels)
            && precision_stats_compute (scope, NULL, NULL, &precisions)
            && stat_table_init (ret_table, scope, N_ ("Kernels"), kernels.n);

  if (ok && !fill (scope, &kernels, &precisions, ret_table))
    {
      stat_table_clear (ret_table);
      ok = false;
    }
  kernel_stats_clear (&kernels);
  precision_stats_clear (&precisions);
  return ok;
}
