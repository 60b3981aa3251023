/* SPDX-License-Identifier: Apache-2.0
 *
 * A figure of every rank in every step of a job, for a map with a cell for each: which ranks are slow, and when. From a job
 * profile (trace/model/job_tables.h), whose tables have all of it. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/ranks/stragglers.h"

typedef enum
{
  HEAT_STEP_TIME,             /* wall time of the step, ns */
  HEAT_EXPOSED_COMMUNICATION, /* over the rank's devices, ns */
  HEAT_LATENESS,              /* at the collectives of the step (trace/ranks/stragglers.h), ns */
  HEAT_IDLE,                  /* over the rank's devices, ns */
  HEAT_MEMORY_PEAK,           /* bytes */
  N_HEAT_FIGURES
} HeatFigure;

/* Returns "step_time", "exposed_communication", "lateness", "idle" or "memory_peak". */
const char *heat_figure_word (HeatFigure figure);

typedef struct
{
  uint32_t n_ranks; /* rows: as in trace_rank () */
  size_t n_steps;   /* columns */
  int64_t *numbers; /* of the steps, ascending: their numbers, or indices in the rank where they have none */
  uint64_t
    *rows; /* by rank, then step: the step in the step table, or UINT64_MAX if the rank has no such step */
  double *values;     /* likewise; NaN where the figure is not known */
  double least, most; /* of the values; 0 if there are none */
} HeatMap;

/* steps is the profile's own table. stragglers give the lateness and may be NULL for other figures. All are borrowed during
 * the call. Returns false when memory runs out; call heat_map_clear () in either case. O(steps log steps + ranks x columns);
 * a job of 1,024 ranks and 200 steps takes some milliseconds. */
bool heat_map_init (HeatMap *map,
                    const Trace *trace,
                    const StepTable *steps,
                    HeatFigure figure,
                    const Stragglers *stragglers);
void heat_map_clear (HeatMap *map);

static inline size_t
heat_map_cell (const HeatMap *map, uint32_t rank, size_t step)
{
  return (size_t) rank * map->n_steps + step;
}
