/* SPDX-License-Identifier: Apache-2.0
 *
 * The gaps of one device in order of time: the longest stretches of a window, half open, in which no kernel, copy or set
 * runs on it, from the begin of the window, between activities, and up to its end. They add up to its idle time.
 *
 * Whatever else a device does at the same time, copies on another stream included, fills a gap (METRICS 27, 14). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/activity_walk.h"
#include "trace/stats/scope.h"

typedef struct
{
  int64_t begin_ns, end_ns;
  uint64_t
    previous; /* the activity that ended at its begin, the first of those; SLICE_NONE: the window begins there */
  uint64_t
    next; /* the first that begins at its end or later, also behind the window; SLICE_NONE: there is none */
} DeviceGap;

typedef struct
{
  const SliceColumns *slices;
  ActivityWalk activities;
  int64_t end_ns, busy_until_ns;
  uint64_t last; /* what busy_until_ns is the end of */
  uint64_t n_passed;
  bool (*is_wanted) (void *user_data);
  void *user_data;
  bool is_given_up;
} GapWalk;

/* is_wanted (user_data), asked every STOPPABLE_AT_ONCE activities, may be NULL. False: out of memory; to be cleared all
 * the same. O(rows of the device x log slices). */
bool gap_walk_init (GapWalk *walk,
                    const StatsScope *scope,
                    uint32_t device,
                    bool (*is_wanted) (void *user_data),
                    void *user_data);
void gap_walk_clear (GapWalk *walk);

/* The begin of the device's first activity at a time or later, at most the window's end: the gaps of the windows up to there
 * and from there on are the gaps of both. False: it does not lie near, and any other time has to do. O(rows of the device x
 * (log slices + 1,000)). */
bool gap_walk_cut (const StatsScope *scope, uint32_t device, int64_t time_ns, int64_t *ret_cut_ns);

/* False: there is none left, or walk->is_given_up. O(activities passed x log rows). */
bool gap_walk_next (GapWalk *walk, DeviceGap *ret_gap);
