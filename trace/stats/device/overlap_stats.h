/* SPDX-License-Identifier: Apache-2.0
 *
 * The communication that ran while the same GPU computed (METRICS 18).
 *
 *   work = compute + communication - overlap = compute only + overlap + exposed communication
 *
 * All of these are lengths of unions of kernels by class (trace/classify/kernel_class.h), clipped to the window. Work
 * is the union of kernels that compute or communicate. Exposed does not mean blocking: it need not have delayed
 * anything. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/device/device_stats.h"

typedef struct
{
  int64_t compute_ns, communication_ns, overlap_ns;
  int64_t compute_only_ns, exposed_communication_ns;
  int64_t work_ns;
} OverlapStats;

OverlapStats overlap_stats_of (const DeviceStats *device);

/* Sums over devices; each saturates. O(devices). */
OverlapStats overlap_stats_of_all (const DeviceStatsTable *devices);

/* Returns the share of communication during which the device computed, 0 to 1. Returns false if the device does not
 * communicate; then there is no share. */
bool overlap_stats_share (const OverlapStats *stats, double *ret_share);
