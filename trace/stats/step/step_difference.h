/* SPDX-License-Identifier: Apache-2.0
 *
 * The differences between one step and another of the same rank.
 *
 * Slices are paired by track and exact name: the k-th slice of a name in one step with the k-th in the other. A step
 * contains what it contains in a comparison (trace/compare/side/compare_rows.h): on the host, the slices that start in its host
 * span; on devices, those that were launched in it, and of those without a known launch the ones that start in its wall
 * time. The slices of the steps themselves, unfinished slices and the profiler's own slices are left out. A slice is longer if it is longer by more
 * than 10 % and by more than 10 µs. */

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
  uint64_t n_compared; /* slices of the step */
} StepDifferences;

/* step and other are indices in the step table, of the same rank. should_continue (user_data) may be NULL; it is called
 * every STOPPABLE_AT_ONCE slices. Returns false when it returns false or memory runs out. O(slices of both steps x
 * log). Any thread. */
bool step_differences_compute (const Trace *trace,
                               const StepTable *steps,
                               uint64_t step,
                               uint64_t other,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               StepDifferences *ret_differences);
void step_differences_clear (StepDifferences *differences);
