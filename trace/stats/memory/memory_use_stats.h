/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory was in use over a window, of each GPU and process that the file tells of (trace/derive/memory_use.h).
 *
 * Use is a step function: what stands after each allocation and release until the next. Before the first of the
 * profile it is not known, and counts in no mean. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/memory_use.h"
#include "trace/stats/scope.h"

#define MEMORY_USE_BUCKETS 100

typedef struct
{
  uint32_t track;                 /* a device, or the process whose host memory it is */
  uint32_t device;                /* index of trace_device (); TRACE_NONE: a process */
  uint64_t n_changes;             /* in the window */
  double first_bytes, last_bytes; /* at its begin, or after the first change in it; and at its end */
  double peak_bytes;
  int64_t peak_ns;   /* when it was reached, in the window */
  double mean_bytes; /* over that part of the window for which it is known; NaN: that takes no time */

  /* Over equal parts of the window; NaN: not known. */
  double bucket_mean[MEMORY_USE_BUCKETS], bucket_most[MEMORY_USE_BUCKETS];
} MemoryUseStats;

typedef struct
{
  MemoryUseStats
    *series; /* of which something is known in the window; devices as in trace_device (), then processes */
  uint32_t n;
} MemoryUseTable;

/* use: of the trace. is_wanted (user_data), asked every STOPPABLE_AT_ONCE changes, may be NULL. False: it was not, or out
 * of memory. O(changes in the window + devices + tracks). */
bool memory_use_stats_compute (const StatsScope *scope,
                               const MemoryUse *use,
                               bool (*is_wanted) (void *user_data),
                               void *user_data,
                               MemoryUseTable *ret_table);
void memory_use_stats_clear (MemoryUseTable *table);
