/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/step_at.h"

#include <stdlib.h>

#include "trace/container/column.h"

#define STEP_NONE UINT64_MAX

/* The step from time_ns until the next place of the rank. */
typedef struct
{
  int64_t time_ns;
  uint64_t step; /* STEP_NONE */
  uint32_t rank;
} StepPlace;

COLUMN_DEFINE (StepPlaceColumn, step_place_column, StepPlace)
COLUMN_IMPLEMENT (StepPlaceColumn, step_place_column)

struct StepAt
{
  StepPlaceColumn places; /* ascending by rank, then time; among equal ones the last counts */
};

/* Steps that may still be open, ordered by begin; the last is the innermost. */
typedef struct
{
  const StepTable *steps;
  U64Column open;
} Sweep;

/* Closes the steps that end by a time; the end of a step makes the step around it current. */
static bool
close_until (Sweep *sweep, StepPlaceColumn *places, int64_t until_ns)
{
  while (sweep->open.n > 0)
    {
      const TraceStep *top = step_table_get (sweep->steps, sweep->open.at[sweep->open.n - 1]);
      int64_t end_ns = top->host_end_ns;

      if (end_ns > until_ns)
        return true;
      while (sweep->open.n > 0
             && step_table_get (sweep->steps, sweep->open.at[sweep->open.n - 1])->host_end_ns <= end_ns)
        sweep->open.n--;
      uint64_t around = sweep->open.n > 0 ? sweep->open.at[sweep->open.n - 1] : STEP_NONE;
      if (!step_place_column_push (places, (StepPlace){ end_ns, around, top->rank }))
        return false;
    }
  return true;
}

static bool
fill (StepAt *at, Sweep *sweep)
{
  uint64_t n = step_table_count (sweep->steps);
  uint32_t rank = 0;

  for (uint64_t i = 0; i < n; i++)
    {
      const TraceStep *step = step_table_get (sweep->steps, i);

      if (!close_until (sweep, &at->places, step->rank == rank ? step->host_begin_ns : INT64_MAX))
        return false;
      rank = step->rank;
      if (step->host_end_ns > step->host_begin_ns
          && (!u64_column_push (&sweep->open, i)
              || !step_place_column_push (&at->places, (StepPlace){ step->host_begin_ns, i, rank })))
        return false;
    }
  return close_until (sweep, &at->places, INT64_MAX);
}

StepAt *
step_at_new (const StepTable *steps)
{
  StepAt *at = calloc (1, sizeof *at);
  Sweep sweep = { .steps = steps };
  bool ok = at != NULL && fill (at, &sweep);

  u64_column_clear (&sweep.open);
  if (ok)
    return at;
  step_at_free (at);
  return NULL;
}

void
step_at_free (StepAt *at)
{
  if (at == NULL)
    return;
  step_place_column_clear (&at->places);
  free (at);
}

bool
step_at_find (const StepAt *at, uint32_t rank, int64_t time_ns, uint64_t *ret_step)
{
  size_t low = 0, high = at->places.n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const StepPlace *place = &at->places.at[middle];

      if (place->rank < rank || (place->rank == rank && place->time_ns <= time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return false;

  const StepPlace *place = &at->places.at[low - 1];
  *ret_step = place->step;
  return place->rank == rank && place->step != STEP_NONE;
}
