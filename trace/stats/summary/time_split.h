/* SPDX-License-Identifier: Apache-2.0
 *
 * Divides the total time of the devices in a scope by what they were doing. The parts add up to the total.
 *
 *   total = window x devices = compute + exposed communication + exposed copy + idle
 *
 * The parts are as in trace/stats/device/device_stats.h, summed over the devices, including devices that are idle
 * during the whole window. */

#pragma once

#include "trace/stats/device/device_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  /* Each >= 0; they add up to total_ns. */
  int64_t compute_ns, exposed_communication_ns, exposed_copy_ns, idle_ns;

  int64_t busy_ns;  /* the first three */
  int64_t total_ns; /* stats_scope_device_time_ns (); all members are 0 if there is nothing to divide */
} TimeSplit;

/* devices must be computed for the same scope. O(devices). */
TimeSplit time_split_of (const StatsScope *scope, const DeviceStatsTable *devices);
