/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/step_pairs.h"

#include <stdlib.h>

/* NULL: it is no step. */
static const TraceStep *
step_of_slice (const StepTable *steps, uint64_t slice)
{
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    if (step_table_get (steps, i)->slice == slice)
      return step_table_get (steps, i);
  return NULL;
}

static uint64_t
slice_of_step (const CompareSteps *side, uint32_t rank, uint32_t sample)
{
  const StepTable *steps = side->scope.steps;
  uint64_t at = side->first_step[rank];

  while (at < side->first_step[rank + 1] && side->steps[at].sample != sample)
    at++;
  for (uint64_t i = 0; at < side->first_step[rank + 1] && i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (step->rank == rank && step->host_begin_ns == side->steps[at].host_begin_ns)
        return step->slice;
    }
  return SLICE_NONE;
}

uint64_t
step_pairs_find (const Counterparts *way, uint64_t slice)
{
  const CompareSteps *from = &way->from->steps;
  uint64_t hint = 0;
  uint32_t rank;

  if (!from->has_steps || !way->to->steps.has_steps || step_of_slice (from->scope.steps, slice) == NULL)
    return SLICE_NONE;
  uint32_t sample = counterparts_sample_of (from, slice, SLICE_NONE, &hint, &rank);
  if (sample == SAMPLE_NONE || rank == TRACE_NONE)
    return SLICE_NONE;
  uint32_t sample_to = way->sample_to[sample], rank_to = way->rank_to[rank];
  if (sample_to == SAMPLE_NONE || rank_to == TRACE_NONE)
    return SLICE_NONE;
  return slice_of_step (&way->to->steps, rank_to, sample_to);
}

bool
step_pairs_spare (const Counterparts *way, MissingCounterparts *missing)
{
  const StepTable *steps = way->from->steps.scope.steps;
  const SliceColumns *slices = trace_slices (way->from->trace);
  bool *is_step = calloc ((size_t) slices->n_strings + 1, sizeof *is_step);

  if (is_step == NULL)
    return false;
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      uint32_t name = slice_name (slices, step_table_get (steps, i)->slice);

      is_step[name] = true;
      missing->of_name[name] = 0;
    }
  for (uint64_t byte = 0; missing->of_slice != NULL && byte < (slices->n + 7) / 8; byte++)
    for (uint64_t bit = 0; missing->of_slice[byte] >> bit != 0; bit++)
      if ((missing->of_slice[byte] >> bit & 1) != 0 && is_step[slice_name (slices, 8 * byte + bit)])
        {
          missing->of_slice[byte] &= (uint8_t) ~(1u << bit);
          missing->n_missing--;
        }
  free (is_step);
  return true;
}
