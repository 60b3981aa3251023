/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/rank_summary.h"

#include <stdlib.h>

#include "trace/build/set_job.h"
#include "trace/combine/job_copy.h"
#include "trace/summary/summary_rows.h"
#include "trace/summary/summary_slices.h"
#include "trace/summary/summary_steps.h"
#include "trace/text/trace_error.h"

static bool
fill (TraceBuilder *builder, Trace *trace, const StepTable *steps, JobInput *job)
{
  uint32_t n_ranks = trace_n_ranks (trace);
  uint8_t *keep = calloc (trace_slices (trace)->n + 1, 1);
  int64_t *numbers = malloc ((n_ranks + (size_t) 1) * sizeof *numbers);
  U64Column communication = { 0 };
  bool ok = keep != NULL && numbers != NULL;

  for (uint32_t r = 0; r < n_ranks && ok; r++)
    numbers[r] = trace_rank (trace, r)->number;
  ok = ok && summary_slices_choose (trace, steps, keep, &communication)
       && job_copy_trace (builder, trace, keep, numbers) && summary_ranks_add (builder, trace, steps, job)
       && summary_rows_add (builder, trace, steps, job) && summary_steps_add (trace, steps, job)
       && summary_parts_add (trace, steps, &communication, job);
  u64_column_clear (&communication);
  free (keep);
  free (numbers);
  return ok;
}

bool
rank_summary_write (Trace *trace, int fd, const char *path, GError **error)
{
  JobInput job = { 0 };

  if (trace_is_job (trace))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: is a summary already. Use merge to make one profile of several.", path);
      return false;
    }
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  g_autoptr (TraceBuilder) builder = trace_builder_new_for_file (fd);
  if (steps == NULL || builder == NULL || !fill (builder, trace, steps, &job))
    {
      job_input_clear (&job);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory for its summary.", path);
      return false;
    }
  trace_builder_set_format (builder, "job");
  trace_builder_set_key (builder, trace_profile_key (trace));
  trace_builder_set_job (builder, &job);
  return trace_builder_finish_file (builder, path, error);
}
