/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/kernel/job_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/name_class.h"
#include "trace/stats/job_groups.h"

bool
job_kernels_compute (const StatsScope *scope, KernelStatsTable *ret_table)
{
  KernelStatsTable *table = ret_table;
  JobGroupColumn groups;
  bool ok = job_groups_collect (scope, JOB_KERNEL, &groups);

  *table = (KernelStatsTable){ 0 };
  table->kernels = ok ? malloc (groups.n * sizeof *table->kernels + 1) : NULL;
  ok = table->kernels != NULL;
  for (size_t i = 0; i < groups.n && ok; i++)
    {
      size_t length;
      const char *name = trace_string (scope->trace, groups.at[i].name, &length);

      table->kernels[table->n++] =
        (KernelStats){ groups.at[i].name, kernel_class_of_name (name, length), groups.at[i].duration };
      table->count += groups.at[i].duration.count;
      table->total_ns = add_saturated (table->total_ns, groups.at[i].duration.total_ns);
    }
  job_group_column_clear (&groups);
  return ok;
}

static Precision
precision_of (const Trace *trace, uint32_t word)
{
  size_t length;
  const char *text = trace_string (trace, word, &length);

  for (int i = 0; i < N_PRECISIONS; i++)
    if (strcmp (precision_word ((Precision) i), text) == 0)
      return (Precision) i;
  return PRECISION_UNKNOWN;
}

static void
add_times (PrecisionTimes *times, Precision precision, const JobPrecisionRecord *record)
{
  times->count[precision] += record->count;
  times->ns[precision] = add_saturated (times->ns[precision], record->ns);
}

/* Rows of a forged file may share records: no more of them are read than there are. */
static void
add_rows (const StatsScope *scope, const uint32_t *places, const TensorCore *by_name, PrecisionStats *stats)
{
  const JobTables *job = trace_job (scope->trace);
  uint64_t n_left = job->n_precisions;

  for (uint64_t i = 0; i < job->n_rows; i++)
    {
      JobRowRecord row = trace_job_row (scope->trace, i);

      if (row.what != JOB_KERNEL || row.count == 0 || places[row.name] == 0
          || !stats_scope_holds_rank (scope, row.rank))
        continue;
      uint32_t place = places[row.name] - 1;
      PrecisionOfName *name = &stats->names[place];

      name->n_by_operands += (uint64_t) MAX (row.amount, 0);
      for (uint32_t k = 0; k < row.n_precisions && n_left > 0; k++, n_left--)
        {
          const JobPrecisionRecord *record = &job->precisions[row.first_precision + k];
          Precision precision = precision_of (scope->trace, record->precision);

          add_times (&name->times, precision, record);
          add_times (&stats->times, precision, record);
          int64_t *of_tensor_core =
            &stats->tensor_core_ns[precision][tensor_core_with (by_name[place], precision)];
          *of_tensor_core = add_saturated (*of_tensor_core, record->ns);
          stats->total_ns = add_saturated (stats->total_ns, record->ns);
          stats->n_launches += record->count;
        }
    }
}

bool
job_precisions_compute (const StatsScope *scope, PrecisionStats *ret_stats)
{
  uint32_t *places = calloc (trace_n_strings (scope->trace) + (size_t) 1, sizeof *places);
  JobGroupColumn groups;
  bool ok = job_groups_collect (scope, JOB_KERNEL, &groups);

  *ret_stats = (PrecisionStats){ 0 };
  for (int i = 0; i < N_PRECISIONS; i++)
    ret_stats->longest[i] = SLICE_NONE;
  ret_stats->names = ok ? calloc (groups.n + 1, sizeof *ret_stats->names) : NULL;
  TensorCore *tensor_cores = ok ? malloc (groups.n * sizeof *tensor_cores + 1) : NULL;
  ok = places != NULL && ret_stats->names != NULL && tensor_cores != NULL;
  for (size_t i = 0; i < groups.n && ok; i++)
    {
      size_t length;
      const char *text = trace_string (scope->trace, groups.at[i].name, &length);

      ret_stats->names[i].name = groups.at[i].name;
      tensor_cores[i] = name_class_of (text, length).tensor_core;
      places[groups.at[i].name] = (uint32_t) i + 1;
    }
  ret_stats->n_names = ok ? (uint32_t) groups.n : 0;
  if (ok)
    {
      add_rows (scope, places, tensor_cores, ret_stats);
      /* The window is the whole profile. */
      memcpy (ret_stats->within_ns, ret_stats->times.ns, sizeof ret_stats->within_ns);
    }
  else
    precision_stats_clear (ret_stats);
  job_group_column_clear (&groups);
  free (tensor_cores);
  free (places);
  return ok;
}
