/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimated SM efficiency and occupancy of devices (METRICS 17). Each of the two estimates is given over the window and
 * over kernel time.
 *
 *   SM efficiency   the share of the multiprocessors that have a block to work on: for one kernel, its blocks per SM,
 *                   at most 1
 *     of the window        blocks per SM of all kernels that run at an instant, summed, at most 1; mean over the
 *                          window, in which idle time counts as 0
 *     of kernel time       min (blocks per SM, 1) of kernels, weighted by their durations; idle time does not count
 *   occupancy       for one kernel, as Kineto wrote it
 *     of the window        of all kernels that run at an instant, summed, at most 1; mean over the window
 *     of kernel time       of kernels, weighted by their durations
 *
 * These estimates tell how the work was divided, not how it ran: 133 blocks on 132 multiprocessors give 100 %. Kernels
 * whose blocks the file does not give count as 0 in figures of the window, which are then lower bounds; figures of
 * kernel time leave them out.
 *
 * Kernel time is the sum of the durations of the kernels that start in the window. Figures of the window are clipped to
 * it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* One of the two estimates. */
typedef struct
{
  uint64_t n;            /* kernels for which it is known */
  int64_t known_ns;      /* their durations; saturates */
  double of_kernel_time; /* 0 to 1; NaN if it is not known for any kernel that took time */
  double of_window; /* 0 to 1, 0 without a kernel; NaN if not known for any kernel or the window is empty */
  uint64_t worst; /* the kernel with the largest duration x (1 - estimate); SLICE_NONE */
} LoadEstimate;

typedef struct
{
  uint32_t device;         /* index of trace_device (); TRACE_NONE for all in scope together */
  int64_t multiprocessors; /* 0 if the file does not say, or there are several devices */
  uint64_t n_kernels;      /* kernels that start in the window and take time */
  int64_t kernel_ns;       /* their durations; saturates */
  uint64_t n_computed;     /* kernels whose blocks per SM were computed, not read */
  LoadEstimate sm_efficiency, occupancy;
} OccupancyStats;

typedef struct
{
  OccupancyStats
    *devices; /* those in scope, also without kernels in the window; in the order of trace_device () */
  uint32_t n;
  OccupancyStats all; /* means weighted by kernel time, or by windows */
} OccupancyTable;

/* Decodes every kernel's arguments once, on several threads. should_continue (user_data) may be NULL; it is called
 * regularly on the calling thread. Returns false when it returns false or memory runs out. O(n x (arguments + log (rows
 * and running kernels))) for n activities in the window. */
bool occupancy_stats_compute (const StatsScope *scope,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              OccupancyTable *ret_table);
void occupancy_stats_clear (OccupancyTable *table);
