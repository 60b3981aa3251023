/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices of a trace its summary keeps, and what its GPUs did between them. */

#pragma once

#include "trace/container/column.h"
#include "trace/derive/step.h"
#include "trace/model/job_tables.h"

/* Sets keep, by slice and all 0 at first, to 1 for the slices that are kept (rank_summary.h), and appends the communication
 * kernels to ret_communication. Returns false when memory runs out. O(slices). */
bool summary_slices_choose (const Trace *trace,
                            const StepTable *steps,
                            uint8_t *keep,
                            U64Column *ret_communication);

/* Adds the table of what the devices had done when these kernels began and ended. Returns false when memory runs out. Costs
 * what gap_parts_compute () costs. */
bool
summary_parts_add (const Trace *trace, const StepTable *steps, const U64Column *communication, JobInput *job);
