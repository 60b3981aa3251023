/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells of each step of each rank whether it is as the others are: which ranks are slow, and when. Of full traces of
 * several ranks and of job profiles (trace/model/job_tables.h) alike. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/memory_use.h"
#include "trace/derive/step.h"

typedef enum
{
  RANK_STEP_TIME,             /* wall time of the step, ns */
  RANK_EXPOSED_COMMUNICATION, /* over the rank's devices (trace/stats/step/step_breakdown.h), ns */
  RANK_LATENESS,              /* at the collectives of the step (trace/ranks/stragglers.h), ns */
  RANK_IDLE,                  /* over the rank's devices, ns */
  RANK_MEMORY_PEAK,           /* of one of the rank's devices (trace/stats/step/step_memory.h), bytes */
  N_RANK_FIGURES
} RankFigure;

/* Returns "step_time", "exposed_communication", "lateness", "idle" or "memory_peak". */
const char *rank_figure_word (RankFigure figure);

/* The value of a figure that is not known. All others are >= 0. */
#define RANK_FIGURE_UNKNOWN INT64_MIN

typedef struct
{
  uint64_t n_steps;                /* of the step table */
  int64_t *values[N_RANK_FIGURES]; /* by step of the step table */
} RankFigures;

/* steps is a table of the trace's steps, memory its use of memory. All are borrowed during the call. should_continue
 * (user_data) may be NULL; it is called regularly, on several threads at once. Returns false when it returns false or memory
 * runs out; call rank_figures_clear () in either case. Costs what the figures cost, and O(steps log steps). */
bool rank_figures_init (RankFigures *figures,
                        const Trace *trace,
                        const StepTable *steps,
                        const MemoryUse *memory,
                        bool (*should_continue) (void *user_data),
                        void *user_data);
void rank_figures_clear (RankFigures *figures);
