/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU time that is in no figure per step, since it lies outside of all steps.
 *
 * GPU time is that in which a GPU is active: a kernel, memcpy or memset runs, and several at once count once
 * (trace/derive/busy_index.h). It is outside if it is in the wall time of no step of its rank, whether that step is used or
 * not: what steps are left out is known already. Counted are the scope's window, and the GPUs that samples contain. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_steps.h"

typedef struct
{
  int64_t gpu_ns;     /* in the scope's window, summed over GPUs; saturates */
  int64_t outside_ns; /* the part of it outside of all steps; 0 if no steps are used */
} OutsideSteps;

/* should_continue (user_data) may be NULL; it is called for every GPU. Returns false when it returns false or memory runs
 * out. O(steps x log activities), and what busy_index_new () takes for each GPU. */
bool outside_steps_compute (const CompareSteps *steps,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            OutsideSteps *ret_outside);

/* Returns whether it is so much that it is to be said: more than a hundredth. */
static inline bool
outside_steps_is_much (const OutsideSteps *outside)
{
  return outside->outside_ns > outside->gpu_ns / 100;
}
