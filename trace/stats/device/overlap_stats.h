/* SPDX-License-Identifier: Apache-2.0
 *
 * How much communication ran while the same GPU computed (METRICS 18).
 *
 *   work = compute + communication - overlap = compute only + overlap + exposed communication
 *
 * all lengths of unions of kernels by class (trace/classify/kernel_class.h), clipped to the window; work is the union of kernels
 * that compute or communicate. Exposed is not blocking: it need not have delayed anything. */

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

/* Part of communication during which the device computed, 0 to 1. False: it does not communicate, and there is no such
 * part. */
bool overlap_stats_share (const OverlapStats *stats, double *ret_share);
