/* SPDX-License-Identifier: Apache-2.0
 *
 * What lies on each track in a window: how many slices, and how long.
 *
 * As everywhere (trace/stats/scope.h) the busy time is the length of the union, clipped to the window, so that nested and
 * concurrent slices count once; count, sum and longest are of the slices that start in the window, with their whole
 * durations. Of a stream its activities count, as in trace/stats/device/device_stats.h; unfinished slices never do. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t track;
  uint64_t count;    /* that start in the window */
  uint64_t n_before; /* that started before it and reach into it */
  int64_t total_ns;  /* whole durations of what starts in the window; saturates */
  int64_t busy_ns;
  uint64_t longest; /* slice: of what starts in the window, the earlier of equals; SLICE_NONE */
} TrackStats;

typedef struct
{
  TrackStats *tracks; /* with something in the window; ascending by track */
  uint32_t n;

  /* Of all of them. */
  uint64_t count, n_before;
  int64_t total_ns; /* saturates */
  int64_t busy_ns;  /* of their union */
} TrackStatsTable;

/* is_wanted (user_data), asked between tracks, may be NULL; false from it is like running out of memory: no table.
 * O(k log k + tracks + rows x log slices) for k slices in the window. */
bool track_stats_compute (const StatsScope *scope,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          TrackStatsTable *ret_table);
void track_stats_clear (TrackStatsTable *table);
