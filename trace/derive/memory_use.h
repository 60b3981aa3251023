/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory that PyTorch's allocators had given out, over time. Kineto writes an instant named "[memory]"
 * for each allocation and release. Its argument "Total Allocated" is the amount from then on: of the device
 * ("Device Type" 1, "Device Id") or, for type 0, of the process itself. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  uint32_t track;    /* a device, or the process that owns the host memory */
  uint64_t first, n; /* a range of memory_use_samples (); ascending by time */
  double most;       /* the largest value, at least 0 */
} MemorySeries;

typedef struct MemoryUse MemoryUse;

/* Returns an immutable object for any thread, or NULL if memory runs out. O(series x log changes) if the
 * profile has the series, else O(instants + changes x log changes). The trace must outlive it. */
MemoryUse *memory_use_new (const Trace *trace);
void memory_use_free (MemoryUse *use);

/* Returns the series of a track, or NULL if it has none. O(log series). */
const MemorySeries *memory_use_of_track (const MemoryUse *use, uint32_t track);

/* Returns the bytes after each change, series by series. */
const SampleColumns *memory_use_samples (const MemoryUse *use);

/* Sets taken[i] to 1 for each instant i of the profile that says how much a series has at a time: its last change before it.
 * taken has an entry per instant and is not changed otherwise. Returns false if memory runs out. O(instants). */
bool memory_use_mark_last (const Trace *trace, int64_t before_ns, uint8_t *taken);
