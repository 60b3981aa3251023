/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory in use over a window, for each GPU and process for which the file records it (trace/derive/memory_use.h), and
 * for each GPU with the history of its allocator (trace/model/memory_counter.h) whose use is not recorded otherwise.
 *
 * Use is a step function: it is constant from each allocation or release to the next. Before the first one of the
 * profile it is not known, and not counted in means. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/memory_use.h"
#include "trace/model/memory_counter.h"
#include "trace/stats/scope.h"

#define MEMORY_USE_BUCKETS 100

typedef struct
{
  uint32_t track;                 /* a device, its counter, or the process that uses the host memory */
  int32_t device;                 /* number of the device; -1 for a process */
  uint64_t n_changes;             /* in the window */
  double first_bytes, last_bytes; /* at the window's begin, or after the first change in it; and at its end */
  double peak_bytes;
  int64_t peak_ns;   /* the time in the window at which it was reached */
  double mean_bytes; /* over the part of the window for which it is known; NaN if that part has no length */

  /* For equal parts of the window; NaN where it is not known. */
  double bucket_mean[MEMORY_USE_BUCKETS], bucket_most[MEMORY_USE_BUCKETS];
  int64_t bucket_most_ns[MEMORY_USE_BUCKETS]; /* when the part had that first */
} MemoryUseStats;

typedef struct
{
  MemoryUseStats
    *series; /* those with known use in the window; devices as in trace_device (), others, then processes */
  uint32_t n;
} MemoryUseTable;

/* use is that of the trace. should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE changes.
 * Returns false when it returns false or memory runs out. O(changes in the window + devices + tracks). */
bool memory_use_stats_compute (const StatsScope *scope,
                               const MemoryUse *use,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               MemoryUseTable *ret_table);

/* Does the same for a counter of the history of an allocator, such as the memory that it has reserved. */
bool memory_use_stats_of_counter (const StatsScope *scope,
                                  MemoryCounter counter,
                                  bool (*should_continue) (void *user_data),
                                  void *user_data,
                                  MemoryUseTable *ret_table);

void memory_use_stats_clear (MemoryUseTable *table);
