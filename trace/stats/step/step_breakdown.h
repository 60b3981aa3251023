/* SPDX-License-Identifier: Apache-2.0
 *
 * What each step's wall time was spent on, exclusively: each instant of [wall begin, end) goes to the first of these that
 * is going on anywhere in the step's rank, so the parts add up to the step's wall time, to the nanosecond.
 *
 *   kernel > memcpy > memset > communication > runtime call > data loader > operator > other
 *
 * after the overview of PyTorch's TensorBoard plugin (METRICS 11; tb_plugin/torch_tb_profiler/profiler/overall_parser.py).
 * Communication is what only communication kernels fill, so it is exposed. Kernels that copy or fill (AMD's tools label
 * copies so) count as what they are. Python frames, annotations
 * and steps are no role of their own: other. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"
#include "trace/stats/summary/time_split.h"

typedef enum
{
  STEP_KERNEL, /* that computes */
  STEP_MEMCPY,
  STEP_MEMSET,
  STEP_COMMUNICATION,
  STEP_RUNTIME,
  STEP_LOADER,
  STEP_OPERATOR,
  STEP_OTHER,
  N_STEP_PARTS
} StepPart;

/* "kernel", "memcpy", "memset", "communication", "runtime", "dataloader", "operator", "other" */
const char *step_part_word (StepPart part);

typedef struct
{
  uint64_t step;                  /* of the table */
  int64_t begin_ns, end_ns;       /* wall_ns before its end, and its end (trace/derive/step.h) */
  int64_t parts_ns[N_STEP_PARTS]; /* add up to end_ns - begin_ns */
  TimeSplit devices;              /* the same window over all devices of the rank; total 0: it has none */
} StepBreakdown;

COLUMN_DEFINE (StepBreakdownColumn, step_breakdown_column, StepBreakdown)

/* Of the steps whose host begin lies in the scope, with their whole values: by rank, then begin. A scope limited to a
 * device is one of its rank. is_wanted (user_data), asked now and then, may be NULL. False: it was not, or out of memory.
 * O(k log k + steps log steps) for k slices of the rank from the first of these steps to the last, and what step_split_compute ()
 * takes. */
bool step_breakdown_compute (const StatsScope *scope,
                             bool (*is_wanted) (void *user_data),
                             void *user_data,
                             StepBreakdownColumn *ret_steps);
