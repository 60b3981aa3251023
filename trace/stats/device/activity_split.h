/* SPDX-License-Identifier: Apache-2.0
 *
 * The "GPU activity distribution": the time of the devices in scope by kind of activity (METRICS 6), in both common
 * definitions.
 *
 *   exclusive  (the default) each instant of the window counts for the first of kernel, memcpy, memset,
 *              sync that is going on, else as idle; concurrent streams count once, and the parts add up
 *              to window x devices
 *   summed     (as in Amazon SageMaker Profiler) durations of what starts in the window, added up
 *              whatever overlaps
 *
 * Memcpys and memsets that AMD's tools label as kernels count as memcpys and memsets. Sync is the device's record of
 * a synchronisation, during which it does not work. memory_stats_compute_with_kernels () of
 * trace/stats/memory/memory_stats.h lists the kinds of memcpys. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  int64_t kernel_ns, memcpy_ns, memset_ns, sync_ns;
} ActivityTimes;

typedef struct
{
  ActivityTimes exclusive;
  int64_t idle_ns;
  int64_t total_ns; /* their sum: stats_scope_device_time_ns (); all are 0 without device time */

  ActivityTimes summed; /* each saturates */
} ActivitySplit;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when it
 * returns false or memory runs out. O(activities in the window x log rows + strings). */
bool activity_split_compute (const StatsScope *scope,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             ActivitySplit *ret_split);
