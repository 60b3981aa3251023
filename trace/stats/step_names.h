/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of steps. A step's slice surrounds everything and does not say what was done. */

#pragma once

#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

/* Returns an array by string id with 1 for the name of a step. It has one more entry, so that it is never empty. Free
 * it with free (). Returns NULL when memory runs out. O(strings + steps). */
uint8_t *step_names_new (const Trace *trace, const StepTable *steps);
