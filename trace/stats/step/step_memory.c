/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_memory.h"

#include "trace/container/stop_check.h"
#include "trace/model/job_tables.h"
#include "trace/stats/memory/memory_use_stats.h"

static bool
find_peak (const Trace *trace,
           const StepTable *steps,
           const MemoryUse *memory,
           const TraceStep *step,
           const StopCheck *check,
           int64_t *ret_bytes)
{
  StatsScope scope = stats_scope_window (trace, steps, &step->host_begin_ns, &step->host_end_ns);
  MemoryUseTable table = { 0 };

  *ret_bytes = STEP_MEMORY_UNKNOWN;
  stats_scope_limit (&scope, step->rank, TRACE_NONE);
  if (!memory_use_stats_compute (&scope, memory, check->should_continue, check->user_data, &table))
    return false;
  for (uint32_t i = 0; i < table.n; i++)
    if (table.series[i].device >= 0 && trace_track (trace, table.series[i].track)->rank == step->rank
        && table.series[i].peak_bytes >= 0 && table.series[i].peak_bytes < 0x1p63)
      *ret_bytes = MAX (*ret_bytes, (int64_t) table.series[i].peak_bytes);
  memory_use_stats_clear (&table);
  return true;
}

/* The stored peaks are those of the job's own steps: a pattern gives others, which have none. */
static bool
peaks_of_job (const Trace *trace, const StepTable *steps, int64_t *ret_bytes)
{
  g_autoptr (StepTable) stored = step_table_new (trace, NULL, NULL);

  for (uint64_t i = 0; stored != NULL && i < step_table_count (steps); i++)
    {
      bool is_own = i < step_table_count (stored)
                    && step_table_get (stored, i)->slice == step_table_get (steps, i)->slice;

      ret_bytes[i] = is_own ? MAX (trace_job (trace)->steps[i].memory_peak_bytes, STEP_MEMORY_UNKNOWN)
                            : STEP_MEMORY_UNKNOWN;
    }
  return stored != NULL;
}

bool
step_memory_compute (const Trace *trace,
                     const StepTable *steps,
                     const MemoryUse *memory,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     int64_t *ret_bytes)
{
  const StopCheck check = { should_continue, user_data, 0 };
  bool ok = true;

  if (trace_is_job (trace))
    return peaks_of_job (trace, steps, ret_bytes);
  for (uint64_t i = 0; i < step_table_count (steps) && ok; i++)
    ok = stop_check_ask (&check)
         && find_peak (trace, steps, memory, step_table_get (steps, i), &check, &ret_bytes[i]);
  return ok;
}
