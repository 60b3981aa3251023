/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters of the memory of a GPU, in bytes, that the history of its allocator gives (PyTorch's memory snapshots): which
 * of them a track is. */

#pragma once

#include "trace/model/trace.h"

typedef enum
{
  MEMORY_COUNTER_ALLOCATED,
  MEMORY_COUNTER_RESERVED,
  MEMORY_COUNTER_AWAITS_FREE,
  MEMORY_COUNTER_NOT_ALLOCATED, /* of what is reserved */
  N_MEMORY_COUNTERS
} MemoryCounter;

/* Returns the name of the track of a counter: "Memory allocated". */
const char *memory_counter_name (MemoryCounter counter);

/* Returns which of them a track is, or N_MEMORY_COUNTERS if it is none. O(1). */
MemoryCounter memory_counter_of_track (const Trace *trace, uint32_t track);

/* Returns the track of a counter of a device of a rank, or TRACE_NONE. O(tracks). */
uint32_t
memory_counter_find (const Trace *trace, uint32_t rank, int32_t device, MemoryCounter counter);
