/* SPDX-License-Identifier: Apache-2.0
 *
 * The recorded memory use of a device against the memory that it has. */

#pragma once

#include "trace/derive/memory_use.h"
#include "trace/findings/finding_facts.h"

typedef struct
{
  int64_t total_bytes; /* > 0 */
  const MemorySeries *series;
} MemoryOfDevice;

/* Returns false if the profile lacks one of the two. use is borrowed. O(settings of the rank). */
bool memory_of_device (const FindingFacts *facts,
                       const MemoryUse *use,
                       uint32_t device,
                       MemoryOfDevice *ret_memory);

/* Finds the largest value that the use has within [begin_ns, end_ns), and since when (at least begin_ns). Returns false if it
 * is not known there. O(log changes + changes within). */
bool memory_of_device_peak (const MemoryUse *use,
                            const MemorySeries *series,
                            int64_t begin_ns,
                            int64_t end_ns,
                            double *ret_bytes,
                            int64_t *ret_time_ns);
