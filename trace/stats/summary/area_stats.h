/* SPDX-License-Identifier: Apache-2.0
 *
 * An area of the timeline in figures: a window of time on some tracks, or on all. They are the ones of `stats --window`,
 * made by the same functions; an area over all tracks has the same numbers. */

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
  uint64_t *
    longest; /* of each of the kernels: its longest slice in the window, the earliest of equals; SLICE_NONE where
                        the file was damaged meanwhile */
  SummaryStats summary;
  TimeSplit split; /* of window x devices */
} AreaStats;

/* is_wanted (user_data), asked every now and then, may be NULL. False: it was not, or out of memory; nothing to be
 * cleared. O(slices of the tracks + strings). */
bool area_stats_compute (const StatsScope *scope,
                         bool (*is_wanted) (void *user_data),
                         void *user_data,
                         AreaStats *ret_stats);
void area_stats_clear (AreaStats *stats);
