/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of an area of the timeline: a window of time on some tracks, or on all. They are those of `stats
 * --window`, computed by the same functions; an area over all tracks has the same numbers. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/device/device_stats.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/summary/summary.h"
#include "trace/stats/summary/time_split.h"
#include "trace/stats/track_stats.h"

typedef struct
{
  TrackStatsTable tracks;
  DeviceStatsTable devices;
  KernelStatsTable kernels;
  uint64_t *longest; /* by kernel: its first longest slice in the window; SLICE_NONE in a damaged file */
  SummaryStats summary;
  TimeSplit split; /* of window x devices */
} AreaStats;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out; then there is nothing to clear. O(slices of the tracks + strings). */
bool area_stats_compute (const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         AreaStats *ret_stats);
void area_stats_clear (AreaStats *stats);
