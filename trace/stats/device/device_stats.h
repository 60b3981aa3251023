/* SPDX-License-Identifier: Apache-2.0
 *
 * The busy time of each GPU in a window, and its parts.
 *
 * Busy time is the length of the union of kernels, memcpys and memsets (METRICS 1, "device-busy"). So concurrent
 * streams count once, and synchronisation records never. Communication and compute are unions of kernels by class
 * (trace/classify/kernel_class.h). Where they overlap, the time counts once, for the more important one (METRICS 12):
 *
 *   busy = compute + exposed communication + exposed copy        exactly, to the nanosecond
 *
 * Exposed communication is the part that no compute kernel covers. Exposed copy is the time of memcpys, memsets and
 * kernels that copy that neither compute nor communication covers. Exposed does not mean blocking: exposed work need
 * not have delayed anything. */

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
  uint64_t activities;                                             /* activities that start in the window */
  int64_t first_start_ns, last_end_ns;                             /* device span, clipped to the window */
  int64_t busy_ns, kernel_busy_ns, memcpy_busy_ns, memset_busy_ns; /* by the categories of the file */
  int64_t compute_ns, communication_ns, overlap_ns, exposed_communication_ns, exposed_copy_ns;

  StreamStats *streams; /* those with activities in the window; by stream number */
  uint32_t n_streams;
  double utilization[UTILIZATION_BUCKETS]; /* busy share of equal parts of the window; 0 if it is empty */
} DeviceStats;

typedef struct
{
  DeviceStats *devices; /* those with activities in the window; in the order of trace_device () */
  uint32_t n;
} DeviceStatsTable;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when it
 * returns false or memory runs out. O(k log k + rows x log slices) for k activities in the window. */
bool device_stats_compute (const StatsScope *scope,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           DeviceStatsTable *ret_table);
void device_stats_clear (DeviceStatsTable *table);
