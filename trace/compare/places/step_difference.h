/* SPDX-License-Identifier: Apache-2.0
 *
 * The differences between one step and another of the same rank.
 *
 * They are what the Compare page says of the same two steps: each step is a side (compare_part_of_step ()). A slice is
 * additional if it has no counterpart (counterpart.h) on the other side, and missing if it is one of the other step that
 * has none on this side. Kernels correspond as in the table of kernels, without what the user has paired by hand. If either
 * step cannot be a sample (it is truncated, or has no wall time), both are the windows of their host spans.
 *
 * A slice is longer if it is longer than its counterpart by more than 10 % and by more than 10 µs. The slices of the steps
 * themselves are not called longer. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

#define STEP_DIFFERENCE_LEAST_NS INT64_C (10000)

typedef enum
{
  DIFFERS_LONGER,
  DIFFERS_ADDITIONAL, /* the other step has no slice to pair it with */
  DIFFERS_MISSING,    /* only the other step has it */
  N_DIFFERENCE_KINDS
} DifferenceKind;

typedef struct
{
  DifferenceKind kind;
  uint32_t lane;  /* row of the trace */
  uint64_t slice; /* a slice of the step; for DIFFERS_MISSING, of the other step */
  uint64_t other; /* for DIFFERS_LONGER: its counterpart; else SLICE_NONE */
  int64_t begin_ns,
    end_ns;          /* of the slice; for DIFFERS_MISSING, at the same distance from the step's begin */
  int64_t longer_ns; /* for DIFFERS_LONGER: how much longer than in the other step */
  int64_t reach_ns;  /* this one and all earlier ones of its kind in the lane end by this time */
} StepDifference;

typedef struct
{
  StepDifference *at; /* by lane, then kind, then begin */
  uint64_t n;
  uint64_t n_of[N_DIFFERENCE_KINDS];
  uint64_t n_compared; /* slices of the step, without those of steps that have a counterpart */
} StepDifferences;

/* step and other are rows of the step table. should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE
 * slices. Returns false when it returns false or memory runs out. O(steps x log + strings + slices of both steps x log);
 * where each step has kernels that the other has not, also what device_rows_compute () and kernel_matching_compute () take.
 * Any thread. */
bool step_differences_compute (const Trace *trace,
                               const StepTable *steps,
                               uint64_t step,
                               uint64_t other,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               StepDifferences *ret_differences);
void step_differences_clear (StepDifferences *differences);
