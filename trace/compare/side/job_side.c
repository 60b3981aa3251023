/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/job_side.h"

#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"

static void
add (int64_t *sum_ns, int64_t ns)
{
  *sum_ns = add_saturated (*sum_ns, MAX (ns, 0));
}

/* Steps of the side follow one another in the table of the profile; those of a pattern have no figures. */
static bool
take_steps (CompareSide *side)
{
  const CompareSteps *steps = &side->steps;
  const JobTables *job = trace_job (side->trace);
  g_autoptr (StepTable) stored = step_table_new (side->trace, NULL, NULL);
  SampleShares *samples = side->shares.samples;

  if (stored == NULL)
    return false;
  for (uint64_t s = 0; s < steps->n; s++)
    {
      memset (samples[s].share_ns, 0, sizeof samples[s].share_ns);
      samples[s].idle_ns = 0;
      side->device.n_kernels[s] = side->device.n_launches[s] = 0;
    }
  for (uint64_t i = 0; i < steps->first_step[trace_n_ranks (side->trace)]; i++)
    {
      uint64_t row = steps->first_table_row + i;
      uint32_t s = steps->steps[i].sample;

      if (s == SAMPLE_NONE || row >= step_table_count (stored)
          || step_table_get (stored, row)->slice != step_table_get (steps->scope.steps, row)->slice)
        continue;
      const JobStepRecord *record = &job->steps[row];

      add (&samples[s].share_ns[SHARE_COMPUTE], record->compute_ns);
      add (&samples[s].share_ns[SHARE_COMMUNICATION], record->exposed_communication_ns);
      add (&samples[s].share_ns[SHARE_COPIES], record->exposed_copy_ns);
      add (&samples[s].idle_ns, record->idle_ns);
      side->device.n_kernels[s] += record->kernels;
      side->device.n_launches[s] += record->launches;
    }
  return true;
}

static bool
empty (CompareRows *rows, bool is_of_devices, bool has_texts)
{
  const Trace *trace = rows->trace;

  compare_rows_clear (rows);
  return compare_rows_init (rows, trace, is_of_devices, has_texts) && compare_rows_finish (rows);
}

static bool
take_idle (CompareSide *side)
{
  IdleRows *idle = &side->idle;
  const char *word = idle_cause_word (IDLE_HOST_UNKNOWN);
  uint32_t text, row;

  compare_rows_clear (&idle->rows);
  memset (idle->sum_ns, 0, sizeof idle->sum_ns);
  if (!compare_rows_init (&idle->rows, side->trace, true, true)
      || !string_table_intern (idle->rows.texts, word, strlen (word), &text)
      || !compare_rows_new (&idle->rows, text, &row))
    return false;
  idle->cause_of_row[row] = IDLE_HOST_UNKNOWN;
  for (uint64_t s = 0; s < side->steps.n; s++)
    {
      int64_t idle_ns = side->shares.samples[s].idle_ns;

      memset (idle->of_sample[s], 0, sizeof idle->of_sample[s]);
      idle->of_sample[s][IDLE_HOST_UNKNOWN] = idle_ns;
      idle->sum_ns[IDLE_HOST_UNKNOWN] = add_saturated (idle->sum_ns[IDLE_HOST_UNKNOWN], idle_ns);
      if (!compare_rows_add (&idle->rows, row, (uint32_t) s, idle_ns))
        return false;
    }
  return compare_rows_finish (&idle->rows);
}

bool
job_side_apply (CompareSide *side)
{
  if (!take_steps (side))
    return false;
  for (int share = 0; share < N_SHARES; share++)
    memset (side->shares.name_ns[share], 0,
            (trace_n_strings (side->trace) + (size_t) 1) * sizeof *side->shares.name_ns[share]);
  return take_idle (side) && empty (&side->device.kernels, true, false)
         && empty (&side->host.operators, false, false) && empty (&side->host.annotations, false, false)
         && empty (&side->host.calls, false, false);
}
