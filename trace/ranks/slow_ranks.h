/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks whose steps take longest: by the wall time of one step, or by its mean over all steps. It is the figure
 * RANK_STEP_TIME of trace/ranks/rank_figures.h, which the step table has already. */

#pragma once

#include <stdint.h>

#include "trace/derive/step.h"

#define SLOW_RANKS_ALL_STEPS UINT64_MAX

/* Writes at most n ranks, indices of trace_rank (), the slowest first; of equally slow ones the one with the smaller number
 * first. step is an index of the step table, which is borrowed during the call: all ranks are compared in their steps of the
 * same number, or of the same index where it has none. With SLOW_RANKS_ALL_STEPS truncated steps are left out. A rank without
 * such a step is not among them. Returns how many there are; 0 also when memory runs out. O(steps + ranks log ranks). */
uint32_t
slow_ranks_find (const Trace *trace, const StepTable *steps, uint64_t step, uint32_t *ret_ranks, uint32_t n);
