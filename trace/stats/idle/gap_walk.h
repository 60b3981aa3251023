/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks the gaps of one device in order of time. A gap is a maximal half-open stretch of the window in which no kernel,
 * memcpy or memset runs on the device: from the begin of the window, between activities, or up to its end. The gaps add
 * up to the idle time of the device.
 *
 * Anything else that a device does at the same time, memcpys on another stream included, fills a gap (METRICS 27,
 * 14). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/stop_check.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/scope.h"

typedef struct
{
  int64_t begin_ns, end_ns;
  uint64_t previous; /* the first activity that ended at its begin; SLICE_NONE if the window begins there */
  uint64_t next; /* the first activity that begins at its end or later, even behind the window; or SLICE_NONE */
} DeviceGap;

typedef struct
{
  const SliceColumns *slices;
  ActivityWalk activities;
  int64_t end_ns, busy_until_ns;
  uint64_t last; /* the activity that ends at busy_until_ns */
  StopCheck check;
  bool is_given_up;
} GapWalk;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when memory
 * runs out; call clear () in either case. O(rows of the device x log slices). */
bool gap_walk_init (GapWalk *walk,
                    const StatsScope *scope,
                    uint32_t device,
                    bool (*should_continue) (void *user_data),
                    void *user_data);
void gap_walk_clear (GapWalk *walk);

/* Finds a time at which a window can be cut: the begin of the device's first activity at time_ns or later, at most the
 * window's end. The gaps of the window before the cut and of the window from it on are together the gaps of the whole
 * window. Returns false if no such time is near; then try another time. O(rows of the device x (log slices +
 * 1,000)). */
bool gap_walk_cut (const StatsScope *scope, uint32_t device, int64_t time_ns, int64_t *ret_cut_ns);

/* Returns the next gap. Returns false when none is left or walk->is_given_up. O(activities passed x log rows). */
bool gap_walk_next (GapWalk *walk, DeviceGap *ret_gap);
