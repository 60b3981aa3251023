/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of all ranks of a profile as a map with a cell for each rank and step. The figures of a cell are those of its
 * step (trace/ranks/rank_figures.h). */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/derive/step.h"

/* What a map may have more cells than there are steps, so that damaged or foreign files, whose ranks have hardly a step in
 * common, need no memory out of proportion. */
#define HEAT_CELLS_PER_STEP 16
#define HEAT_CELLS_AT_LEAST 65536

/* The step of a cell whose rank has no such step. */
#define HEAT_NO_STEP UINT64_MAX

typedef struct
{
  uint32_t n_ranks; /* rows: as in trace_rank () */
  size_t n_steps;   /* columns; 0 if there are no steps, or if is_sparse */
  bool is_sparse;   /* the ranks have too few steps in common for a map */
  int64_t *numbers; /* of the steps, ascending: their numbers, or indices in the rank where they have none */

  /* By cell: the step in the step table, or HEAT_NO_STEP. If a rank has a number twice, it is the later step. */
  uint64_t *steps;
} HeatMap;

/* steps is a table of the trace's steps, borrowed during the call. Returns false when memory runs out; call heat_map_clear ()
 * in either case. O(steps log steps + cells); 1,024 ranks and 200 steps take some milliseconds. */
bool heat_map_init (HeatMap *map, const Trace *trace, const StepTable *steps);
void heat_map_clear (HeatMap *map);

static inline size_t
heat_map_cell (const HeatMap *map, uint32_t rank, size_t column)
{
  return (size_t) rank * map->n_steps + column;
}
