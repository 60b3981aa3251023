/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/slow_ranks.h"

#include <stdlib.h>

typedef struct
{
  uint32_t rank;
  uint64_t n_steps;
  double time_ns; /* summed, then the mean: it only orders the ranks */
} RankTime;

static int
compare_times (const void *a, const void *b)
{
  const RankTime *x = a, *y = b;

  if ((x->n_steps > 0) != (y->n_steps > 0))
    return x->n_steps > 0 ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns > y->time_ns ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static bool
is_same_step (const TraceStep *step, const TraceStep *wanted)
{
  if (step->has_number != wanted->has_number)
    return false;
  return wanted->has_number ? step->number == wanted->number : step->index == wanted->index;
}

uint32_t
slow_ranks_find (const Trace *trace, const StepTable *steps, uint64_t step, uint32_t *ret_ranks, uint32_t n)
{
  uint32_t n_ranks = trace_n_ranks (trace), n_found = 0;
  const TraceStep *wanted = NULL;
  RankTime *times;

  if (step != SLOW_RANKS_ALL_STEPS)
    {
      if (step >= step_table_count (steps))
        return 0;
      wanted = step_table_get (steps, step);
    }
  times = malloc ((n_ranks + (size_t) 1) * sizeof *times);
  if (times == NULL)
    return 0;
  for (uint32_t r = 0; r < n_ranks; r++)
    times[r] = (RankTime){ .rank = r };
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *other = step_table_get (steps, i);

      if (wanted != NULL ? !is_same_step (other, wanted) : other->is_truncated)
        continue;
      times[other->rank].n_steps++;
      times[other->rank].time_ns += (double) other->wall_ns;
    }
  for (uint32_t r = 0; r < n_ranks; r++)
    if (times[r].n_steps > 0)
      times[r].time_ns /= (double) times[r].n_steps;
  if (n_ranks > 0)
    qsort (times, n_ranks, sizeof *times, compare_times);
  while (n_found < n && n_found < n_ranks && times[n_found].n_steps > 0)
    {
      ret_ranks[n_found] = times[n_found].rank;
      n_found++;
    }
  free (times);
  return n_found;
}
