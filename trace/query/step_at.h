/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the step that contains a moment of a rank. Steps may nest and overlap: among those whose host span [begin, end)
 * contains the moment, the one that began last is chosen; of several that began together, the last in the table. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"

typedef struct StepAt StepAt;

StepAt *step_at_new (const StepTable *steps); /* O(steps). Returns NULL when memory runs out */
void step_at_free (StepAt *at);

/* rank is an index of trace_rank (). Returns false if there is no step. O(log steps). */
bool step_at_find (const StepAt *at, uint32_t rank, int64_t time_ns, uint64_t *ret_step);
