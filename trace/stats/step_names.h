/* SPDX-License-Identifier: Apache-2.0
 *
 * Which names are those of steps: slices that lie around everything and tell nothing of what was done. */

#pragma once

#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

/* By string id, 1 for the name of a step; one more for an empty table. For free (). NULL: out of memory. O(strings + steps). */
uint8_t *step_names_new (const Trace *trace, const StepTable *steps);
