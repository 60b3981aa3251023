/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/derive/step.h"
#include "trace/model/job_tables.h"

/* Adds the steps of a trace with their figures: those of the step table, the breakdown of each, and the peak of its memory.
 * Returns false when memory runs out. Costs what step_breakdown_compute () costs, and O(steps x log memory changes). */
bool summary_steps_add (const Trace *trace, const StepTable *steps, JobInput *job);
