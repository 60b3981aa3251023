/* SPDX-License-Identifier: Apache-2.0
 *
 * The number and time of the slices on each track in a window.
 *
 * As everywhere (trace/stats/scope.h), busy time is the length of the union, clipped to the window, so nested and
 * concurrent slices count once. Count, sum and longest cover the slices that start in the window, with their whole
 * durations. On a stream only activities count, as in trace/stats/device/device_stats.h. Unfinished slices never
 * count. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t track;
  uint64_t count;    /* slices that start in the window */
  uint64_t n_before; /* slices that started before the window and reach into it */
  int64_t total_ns;  /* whole durations of slices that start in the window; saturates */
  int64_t busy_ns;
  uint64_t longest; /* longest slice that starts in the window, the earliest of equal ones; SLICE_NONE */
} TrackStats;

typedef struct
{
  TrackStats *tracks; /* those with slices in the window; ascending by track */
  uint32_t n;

  /* Totals of all tracks. */
  uint64_t count, n_before;
  int64_t total_ns; /* saturates */
  int64_t busy_ns;  /* length of the union */
} TrackStatsTable;

/* should_continue (user_data) may be NULL; it is called between tracks. Returns false when it returns false or memory
 * runs out; then there is no table. O(k log k + tracks + rows x log slices) for k slices in the window. */
bool track_stats_compute (const StatsScope *scope,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          TrackStatsTable *ret_table);
void track_stats_clear (TrackStatsTable *table);
