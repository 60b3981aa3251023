/* SPDX-License-Identifier: Apache-2.0
 *
 * Divides each step's wall time into exclusive parts. Each instant of [wall begin, end) counts for the first of these
 * that runs anywhere in the step's rank, so the parts add up to the step's wall time, to the nanosecond.
 *
 *   kernel > memcpy > memset > communication > runtime call > data loader > operator > other
 *
 * The order is that of the overview of PyTorch's TensorBoard plugin (METRICS 11;
 * tb_plugin/torch_tb_profiler/profiler/overall_parser.py). Communication is the time that only communication kernels
 * fill, so it is exposed. Memcpys and memsets that AMD's tools label as kernels count as memcpys and memsets. Time
 * with only Python frames, annotations and steps counts as other. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"
#include "trace/stats/summary/time_split.h"

typedef enum
{
  STEP_KERNEL, /* compute kernels */
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
  uint64_t step;                  /* index in the step table */
  int64_t begin_ns, end_ns;       /* the step's end minus wall_ns, and its end (trace/derive/step.h) */
  int64_t parts_ns[N_STEP_PARTS]; /* add up to end_ns - begin_ns */
  TimeSplit devices; /* the same window over all devices of the rank; total is 0 if it has none */
} StepBreakdown;

COLUMN_DEFINE (StepBreakdownColumn, step_breakdown_column, StepBreakdown)

/* Covers the steps whose host begin is in the scope, with their whole values, by rank, then begin. If the scope is
 * limited to a device, the rank is that device's. should_continue (user_data) may be NULL; it is called regularly.
 * Returns false when it returns false or memory runs out. O(k log k + steps log steps) for k slices of the rank from
 * the first of these steps to the last, and the time of step_split_compute (). */
bool step_breakdown_compute (const StatsScope *scope,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             StepBreakdownColumn *ret_steps);

/* Does the same for callers that need the devices alone, in a tenth of the time: parts_ns may be all 0. */
bool step_breakdown_compute_devices (const StatsScope *scope,
                                     bool (*should_continue) (void *user_data),
                                     void *user_data,
                                     StepBreakdownColumn *ret_steps);
