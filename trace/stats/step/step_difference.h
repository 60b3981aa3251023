/* SPDX-License-Identifier: Apache-2.0
 *
 * What one step did otherwise than another of the same rank.
 *
 * Slices are paired by track and exact name: the k-th of a name that the step begins with the k-th that the other begins.
 * To a step belongs what its host span holds the start of; on devices, what was launched in it. The slices that are the
 * steps, unfinished ones, and what the profiler says of itself are left out. A slice is longer when it is by more than
 * 10 % and by more than 10 µs. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

#define STEP_DIFFERENCE_LEAST_NS INT64_C (10000)

typedef enum
{
  DIFFERS_LONGER,
  DIFFERS_ADDITIONAL, /* the other step has none to pair it with */
  DIFFERS_MISSING,    /* only the other step has it */
  N_DIFFERENCE_KINDS
} DifferenceKind;

typedef struct
{
  DifferenceKind kind;
  uint32_t lane;  /* row of the trace */
  uint64_t slice; /* of the step; DIFFERS_MISSING: of the other one */
  int64_t begin_ns,
    end_ns;          /* of the slice; DIFFERS_MISSING: where it would be, as far from the step's begin */
  int64_t longer_ns; /* DIFFERS_LONGER: by so much than in the other step */
  int64_t reach_ns;  /* no earlier one of its kind in the lane ends later than this, nor this one */
} StepDifference;

typedef struct
{
  StepDifference *at; /* by lane, then kind, then begin */
  uint64_t n;
  uint64_t n_of[N_DIFFERENCE_KINDS];
  uint64_t n_compared; /* slices of the step */
} StepDifferences;

/* step, other: of the table, of one rank. is_wanted (user_data), asked every STOPPABLE_AT_ONCE slices, may be NULL. False: it
 * was not, or out of memory. O(slices of both steps x log). Any thread. */
bool step_differences_compute (const Trace *trace,
                               const StepTable *steps,
                               uint64_t step,
                               uint64_t other,
                               bool (*is_wanted) (void *user_data),
                               void *user_data,
                               StepDifferences *ret_differences);
void step_differences_clear (StepDifferences *differences);
