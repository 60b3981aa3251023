/* SPDX-License-Identifier: Apache-2.0
 *
 * What each GPU did in a window: busy time, and how it divides.
 *
 * Busy is the length of the union of kernels, copies and sets (METRICS 1, "device-busy"), so concurrent
 * streams are counted once and synchronisation records never. Communication and compute are unions of kernels
 * by class (trace/classify/kernel_class.h). What they overlap in is counted once by order of importance (METRICS 12):
 *
 *   busy = compute + exposed communication + exposed copy        exactly, to the nanosecond
 *
 * where exposed communication is what no compute kernel covers, and exposed copy what neither covers: copies,
 * sets, and kernels that copy. Exposed is not blocking: work that nothing else covers need not have delayed
 * anything. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"
#include "trace/stats/scope.h"

#define UTILIZATION_BUCKETS 100

typedef struct
{
  int64_t stream;
  uint64_t activities;
  int64_t busy_ns;
} StreamStats;

typedef struct
{
  uint32_t device;                                                 /* index of trace_device () */
  uint64_t activities;                                             /* that start in the window */
  int64_t first_start_ns, last_end_ns;                             /* device span, clipped to the window */
  int64_t busy_ns, kernel_busy_ns, memcpy_busy_ns, memset_busy_ns; /* by the categories of the file */
  int64_t compute_ns, communication_ns, overlap_ns, exposed_communication_ns, exposed_copy_ns;

  StreamStats *streams; /* with something in the window; by stream number */
  uint32_t n_streams;
  double utilization[UTILIZATION_BUCKETS]; /* busy share of equal parts of the window; 0 for an empty one */
} DeviceStats;

typedef struct
{
  DeviceStats *devices; /* with something in the window; in the order of trace_device () */
  uint32_t n;
} DeviceStatsTable;

/* is_wanted (user_data), asked every STOPPABLE_AT_ONCE activities, may be NULL. False: it was not, or out of memory.
 * O(k log k + rows x log slices) for k activities in the window. */
bool device_stats_compute (const StatsScope *scope,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           DeviceStatsTable *ret_table);
void device_stats_clear (DeviceStatsTable *table);
