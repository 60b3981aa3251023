/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole time of the devices in a scope, divided by what they were doing: parts that add up.
 *
 *   total = window x devices = compute + exposed communication + exposed copy + idle
 *
 * as in trace/stats/device/device_stats.h, summed over the devices; one that idles all through the window counts
 * too. */

#pragma once

#include "trace/stats/device/device_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  /* Each >= 0; they add up to total_ns. */
  int64_t compute_ns, exposed_communication_ns, exposed_copy_ns, idle_ns;

  int64_t busy_ns;  /* the first three */
  int64_t total_ns; /* stats_scope_device_time_ns (); 0, as is all else, when there is nothing to divide */
} TimeSplit;

/* devices: computed of the same scope. O(devices). */
TimeSplit time_split_of (const StatsScope *scope, const DeviceStatsTable *devices);
