/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory PyTorch's allocators had given out over time. Kineto writes it as instants named "[memory]", one for
 * each allocation and release: "Total Allocated" is what stands then, of the device ("Device Type" 1, "Device Id") or, for
 * type 0, of the process itself. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  uint32_t track;    /* a device, or the process whose host memory it is */
  uint64_t first, n; /* of memory_use_samples (); ascending by time */
  double most;       /* of their values, at least 0 */
} MemorySeries;

typedef struct MemoryUse MemoryUse;

/* Immutable; any thread. NULL: out of memory. O(series x log changes) where the profile has it, else
 * O(instants + changes x log changes). The trace has to outlive it. */
MemoryUse *memory_use_new (const Trace *trace);
void memory_use_free (MemoryUse *use);

/* NULL: nothing is known of it. O(log series). */
const MemorySeries *memory_use_of_track (const MemoryUse *use, uint32_t track);

/* Bytes after each change, series by series. */
const SampleColumns *memory_use_samples (const MemoryUse *use);
