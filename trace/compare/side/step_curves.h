/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPUs of a side do along a step: of each hundredth of its wall time, the share in which a GPU is active (a kernel,
 * memcpy or memset runs), and the memory in use.
 *
 * A curve is a mean over the steps used and the GPUs, each step scaled to the same length. Without steps there is one, the
 * window of the scope. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"

#define CURVE_POINTS 100

typedef struct
{
  uint64_t n_active,
    n_memory; /* windows of a step on a GPU that the curves are means of; 0: there is no curve */
  double active[CURVE_POINTS]; /* 0 to 1 */
  double memory[CURVE_POINTS]; /* bytes; NaN where it is not known in any step */
} StepCurves;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when it returns
 * false or memory runs out. O(activities + steps x GPUs x (points + log memory changes) + memory changes). */
bool step_curves_compute (const CompareSide *side,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StepCurves *ret_curves);
