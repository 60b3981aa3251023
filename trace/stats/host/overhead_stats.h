/* SPDX-License-Identifier: Apache-2.0
 *
 * The time that profiling itself took, as far as the profiler recorded it: slices of the category "overhead" (buffer
 * requests and flushes, lazy loading of functions). The recording as a whole and the profiler's hooks in every API call
 * are not included.
 *
 * A thread's time is the union of its slices, clipped to the window. Names count slices that start in the window, with
 * their whole durations. Profilers put these slices on threads of their own, not on the threads that they delayed. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t thread; /* track */
  uint64_t count;  /* slices that start in the window */
  int64_t busy_ns;
} OverheadThread;

typedef struct
{
  uint32_t name; /* string id */
  uint64_t count;
  int64_t total_ns, max_ns; /* total saturates */
  uint64_t longest;         /* the longest slice, the earliest of equal ones */
} OverheadName;

COLUMN_DEFINE (OverheadThreadColumn, overhead_thread_column, OverheadThread)
COLUMN_DEFINE (OverheadNameColumn, overhead_name_column, OverheadName)

typedef struct
{
  OverheadThreadColumn threads; /* those with such slices in the window, in the order of tracks */
  OverheadNameColumn names;     /* by total, descending; then by id */
  uint64_t count;
  int64_t busy_ns;  /* sum over the ranks of the union over their threads */
  int64_t time_ns;  /* window x ranks in scope, the total for busy_ns; 0 when it is empty or beyond int64 */
  bool is_recorded; /* the profile has such slices, in the window or not */
} OverheadStats;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out. O(k log k + tracks) for k such slices in the window. */
bool overhead_stats_compute (const StatsScope *scope,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             OverheadStats *ret_stats);
void overhead_stats_clear (OverheadStats *stats);
