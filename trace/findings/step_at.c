/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/step_at.h"

const TraceStep *
step_at_get (const FindingFacts *facts, size_t at)
{
  return step_table_get (facts->scope->steps, facts->steps.at[at]);
}

size_t
step_at (const FindingFacts *facts, uint32_t rank, int64_t time_ns)
{
  size_t low = 0, high = facts->steps.n;

  /* The first step behind that time. */
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const TraceStep *step = step_at_get (facts, middle);

      if (step->rank < rank || (step->rank == rank && step->host_begin_ns <= time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return STEP_AT_NONE;

  const TraceStep *step = step_at_get (facts, low - 1);
  return step->rank == rank && time_ns < step->host_end_ns ? low - 1 : STEP_AT_NONE;
}

int64_t
step_at_end_ns (const TraceStep *step)
{
  return step->has_device ? MAX (step->host_end_ns, step->device_end_ns) : step->host_end_ns;
}

int64_t
step_at_number (const TraceStep *step)
{
  return step->has_number ? step->number : (int64_t) step->index;
}
