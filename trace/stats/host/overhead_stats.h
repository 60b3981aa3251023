/* SPDX-License-Identifier: Apache-2.0
 *
 * What profiling itself took, as far as the profiler tells: its slices of category "overhead" (buffer requests and flushes,
 * lazy loading of functions). The recording as a whole, and hooks that it puts into every call, are in no figure.
 *
 * A thread's time is the union of its slices, clipped to the window; names count what starts in the window, with its whole
 * duration. Profilers put these slices on threads of their own, not on those that they held up. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t thread; /* track */
  uint64_t count;  /* that start in the window */
  int64_t busy_ns;
} OverheadThread;

typedef struct
{
  uint32_t name; /* string id */
  uint64_t count;
  int64_t total_ns, max_ns; /* total saturates */
  uint64_t longest;         /* slice, the earliest of those */
} OverheadName;

COLUMN_DEFINE (OverheadThreadColumn, overhead_thread_column, OverheadThread)
COLUMN_DEFINE (OverheadNameColumn, overhead_name_column, OverheadName)

typedef struct
{
  OverheadThreadColumn threads; /* with any in the window, in the order of tracks */
  OverheadNameColumn names;     /* by total, descending; then by id */
  uint64_t count;
  int64_t busy_ns; /* of the ranks, each the union over its threads, added up */
  int64_t
    time_ns; /* window x ranks in scope: what busy_ns is a part of; 0 when it is empty or beyond int64 */
  bool is_recorded; /* the profile has such slices, in the window or not */
} OverheadStats;

/* is_wanted (user_data), asked now and then, may be NULL. False: it was not, or out of memory. O(k log k + tracks) for k such
 * slices in the window. */
bool overhead_stats_compute (const StatsScope *scope,
                             bool (*is_wanted) (void *user_data),
                             void *user_data,
                             OverheadStats *ret_stats);
void overhead_stats_clear (OverheadStats *stats);
