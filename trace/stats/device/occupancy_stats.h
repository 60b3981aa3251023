/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimated SM efficiency and occupancy of devices (METRICS 17): both estimates, each over both wholes.
 *
 *   SM efficiency   the part of the multiprocessors that have a block to work at: at most 1 of a kernel's blocks per SM
 *     of the window        blocks per SM of all kernels running at each instant, summed, at most 1, as a mean over the
 *                          window: idle counts as 0
 *     of kernel time       min (blocks per SM, 1) of kernels, weighted by their durations: idle does not count
 *   occupancy       of one kernel as Kineto wrote it
 *     of the window        of all kernels running at each instant, summed, at most 1, likewise
 *     of kernel time       of kernels, weighted by their durations
 *
 * These are estimates of how the work was cut, not measurements: 133 blocks on 132 multiprocessors read as 100 %. Kernels
 * of which the file does not tell the blocks count as 0 in figures of the window, which are then the least they
 * can be, and not at all in those of kernel time.
 *
 * Kernel time is the sum of durations of the kernels that start in the window; the figures of the window are clipped
 * to it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* One of the two estimates. */
typedef struct
{
  uint64_t n;            /* kernels that it is known of */
  int64_t known_ns;      /* their durations; saturates */
  double of_kernel_time; /* 0 to 1; NaN: not known of any that took time */
  double of_window;      /* 0 to 1, 0 without a kernel; NaN: not known of any, or the window is empty */
  uint64_t worst; /* slice: of those kernels the one with the most of duration x (1 - estimate); SLICE_NONE */
} LoadEstimate;

typedef struct
{
  uint32_t device;         /* index of trace_device (); TRACE_NONE: of all in scope together */
  int64_t multiprocessors; /* 0: the file does not tell, or they are several devices */
  uint64_t n_kernels;      /* that start in the window and take time */
  int64_t kernel_ns;       /* their durations; saturates */
  uint64_t n_computed;     /* of those whose blocks per SM are known: computed, not read */
  LoadEstimate sm_efficiency, occupancy;
} OccupancyStats;

typedef struct
{
  OccupancyStats
    *devices; /* in scope, also those without kernels in the window; in the order of trace_device () */
  uint32_t n;
  OccupancyStats all; /* means weighted by kernel time, or by windows */
} OccupancyTable;

/* Every kernel's arguments are decoded once, on several threads. is_wanted (user_data), asked now and then on the calling
 * thread, may be NULL. False: it was not, or out of memory.
 * O(n x (arguments + log (rows and running kernels))) for n activities in the window. */
bool occupancy_stats_compute (const StatsScope *scope,
                              bool (*is_wanted) (void *user_data),
                              void *user_data,
                              OccupancyTable *ret_table);
void occupancy_stats_clear (OccupancyTable *table);
