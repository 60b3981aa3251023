/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory PyTorch's allocators had given out over time. Kineto writes it as instants named "[memory]", one for
 * each allocation and release: "Total Allocated" is what stands then, of the device ("Device Type" 1, "Device Id") or, for
 * type 0, of the process itself. */

#pragma once

#include "trace/trace.h"

typedef struct
{
  uint32_t track;        /* a device, or the process whose host memory it is */
  SampleColumns samples; /* bytes after each change; ascending by time */
  double most;           /* of the values */
} MemorySeries;

typedef struct MemoryUse MemoryUse;

/* Immutable. NULL: out of memory. O(instants x log). */
MemoryUse *memory_use_new (const Trace *trace);
void memory_use_free (MemoryUse *use);

/* NULL: nothing is known of it. O(series): a few. */
const MemorySeries *memory_use_of_track (const MemoryUse *use, uint32_t track);
