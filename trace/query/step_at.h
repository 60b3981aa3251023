/* SPDX-License-Identifier: Apache-2.0
 *
 * Which step a moment of a rank lies in. Steps may nest and overlap: it is the one that began last of those whose
 * host span [begin, end) holds the moment, and of several that began together the last in the table. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"

typedef struct StepAt StepAt;

StepAt *step_at_new (const StepTable *steps); /* O(steps). NULL: out of memory */
void step_at_free (StepAt *at);

/* rank: index of trace_rank (). False: no step. O(log steps). */
bool step_at_find (const StepAt *at, uint32_t rank, int64_t time_ns, uint64_t *ret_step);
