/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/heat_map.h"

#include <math.h>
#include <stdlib.h>

#include "trace/model/job_tables.h"

const char *
heat_figure_word (HeatFigure figure)
{
  static const char *const words[N_HEAT_FIGURES] = { "step_time", "exposed_communication", "lateness", "idle",
                                                     "memory_peak" };

  return words[figure];
}

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
  map->n_steps = n_columns;
  return true;
}

/* Returns the column of a number, or n_steps if there is none. */
static size_t
column_of (const HeatMap *map, int64_t number)
{
  const int64_t *at =
    map->n_steps > 0 ? bsearch (&number, map->numbers, map->n_steps, sizeof number, compare_numbers) : NULL;

  return at != NULL ? (size_t) (at - map->numbers) : map->n_steps;
}

static double
value_of (const JobStepRecord *record, const TraceStep *step, HeatFigure figure)
{
  switch (figure)
    {
    case HEAT_STEP_TIME:
      return (double) step->wall_ns;
    case HEAT_EXPOSED_COMMUNICATION:
      return record->total_ns > 0 ? (double) record->exposed_communication_ns : NAN;
    case HEAT_IDLE:
      return record->total_ns > 0 ? (double) record->idle_ns : NAN;
    case HEAT_MEMORY_PEAK:
      return record->memory_peak_bytes >= 0 ? (double) record->memory_peak_bytes : NAN;
    default:
      return NAN;
    }
}

static void
fill (HeatMap *map,
      const Trace *trace,
      const StepTable *steps,
      HeatFigure figure,
      const Stragglers *stragglers)
{
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      size_t cell = heat_map_cell (map, step->rank, column_of (map, number_of (step)));

      map->rows[cell] = i;
      map->values[cell] = value_of (&trace_job (trace)->steps[i], step, figure);
    }
  for (size_t i = 0; figure == HEAT_LATENESS && stragglers != NULL && i < stragglers->lateness.n; i++)
    {
      const StepLateness *late = &stragglers->lateness.at[i];
      size_t column = column_of (map, late->number);

      if (column < map->n_steps && late->rank < map->n_ranks)
        map->values[heat_map_cell (map, late->rank, column)] = (double) late->lateness_ns;
    }
}

bool
heat_map_init (HeatMap *map,
               const Trace *trace,
               const StepTable *steps,
               HeatFigure figure,
               const Stragglers *stragglers)
{
  bool any = false;
  size_t n;

  *map = (HeatMap){ .n_ranks = trace_n_ranks (trace) };
  if (!find_columns (map, steps) || __builtin_mul_overflow (map->n_ranks, map->n_steps, &n))
    return false;
  map->rows = calloc (n + 1, sizeof *map->rows);
  map->values = calloc (n + 1, sizeof *map->values);
  if (map->rows == NULL || map->values == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      map->rows[i] = UINT64_MAX;
      map->values[i] = NAN;
    }
  if (trace_is_job (trace))
    fill (map, trace, steps, figure, stragglers);
  for (size_t i = 0; i < n; i++)
    if (!isnan (map->values[i]))
      {
        map->least = any ? MIN (map->least, map->values[i]) : map->values[i];
        map->most = any ? MAX (map->most, map->values[i]) : map->values[i];
        any = true;
      }
  return true;
}

void
heat_map_clear (HeatMap *map)
{
  free (map->numbers);
  free (map->rows);
  free (map->values);
  *map = (HeatMap){ 0 };
}
