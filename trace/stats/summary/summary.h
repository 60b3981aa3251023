/* SPDX-License-Identifier: Apache-2.0
 *
 * A window in a dozen figures, summed over the devices. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/device/device_stats.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t n_ranks;
  uint32_t n_devices; /* those in scope, also ones that are idle during the whole window */
  uint64_t n_steps;   /* steps that begin in the window */
  uint64_t kernel_count;
  int64_t kernel_total_ns;
  int64_t busy_ns, compute_ns, communication_ns, exposed_communication_ns, exposed_copy_ns;
  bool has_active_percent;   /* there is a device, and the window is not empty */
  double gpu_active_percent; /* busy time of all devices / (window x devices) */
  bool has_step_wall;        /* there is a step that is not truncated */
  double step_wall_median_ns;
} SummaryStats;

/* devices and kernels must be computed for the same scope. Returns false when memory runs out. O(steps log steps). */
bool summary_stats_compute (const StatsScope *scope,
                            const DeviceStatsTable *devices,
                            const KernelStatsTable *kernels,
                            SummaryStats *ret_summary);
