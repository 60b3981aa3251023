/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/heat_map.h"

#include <stdlib.h>

static int64_t
number_of (const TraceStep *step)
{
  return step->has_number ? step->number : step->index;
}

static int
compare_numbers (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

static bool
find_columns (HeatMap *map, const StepTable *steps)
{
  size_t n = (size_t) step_table_count (steps), n_columns = 0;

  map->numbers = malloc ((n + 1) * sizeof *map->numbers);
  if (map->numbers == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    map->numbers[i] = number_of (step_table_get (steps, i));
  if (n > 0)
    qsort (map->numbers, n, sizeof *map->numbers, compare_numbers);
  for (size_t i = 0; i < n; i++)
    if (n_columns == 0 || map->numbers[i] != map->numbers[n_columns - 1])
      map->numbers[n_columns++] = map->numbers[i];
  map->is_sparse =
    n_columns > 0 && map->n_ranks > (n * HEAT_CELLS_PER_STEP + HEAT_CELLS_AT_LEAST) / n_columns;
  map->n_steps = map->is_sparse ? 0 : n_columns;
  return true;
}

/* The number is one of a column. */
static size_t
column_of (const HeatMap *map, int64_t number)
{
  const int64_t *at = bsearch (&number, map->numbers, map->n_steps, sizeof number, compare_numbers);

  return (size_t) (at - map->numbers);
}

bool
heat_map_init (HeatMap *map, const Trace *trace, const StepTable *steps)
{
  *map = (HeatMap){ .n_ranks = trace_n_ranks (trace) };
  if (!find_columns (map, steps))
    return false;

  size_t n = map->n_ranks * map->n_steps;
  map->steps = malloc ((n + 1) * sizeof *map->steps);
  if (map->steps == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    map->steps[i] = HEAT_NO_STEP;
  for (uint64_t i = 0; n > 0 && i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      map->steps[heat_map_cell (map, step->rank, column_of (map, number_of (step)))] = i;
    }
  return true;
}

void
heat_map_clear (HeatMap *map)
{
  free (map->numbers);
  free (map->steps);
  *map = (HeatMap){ 0 };
}
