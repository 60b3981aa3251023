/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory each step needed: the most that the allocators of one of its rank's devices had given out while the host
 * was in it, by what they recorded (trace/stats/memory/memory_use_stats.h). A job profile has it stored. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/memory_use.h"
#include "trace/derive/step.h"

#define STEP_MEMORY_UNKNOWN (-1)

/* Sets ret_bytes[i], of step_table_count () entries, to the peak of the i-th step, or STEP_MEMORY_UNKNOWN. memory is that of
 * the trace. should_continue (user_data) may be NULL. Returns false when it returns false or memory runs out. O(memory changes
 * in the steps + steps x devices). */
bool step_memory_compute (const Trace *trace,
                          const StepTable *steps,
                          const MemoryUse *memory,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          int64_t *ret_bytes);
