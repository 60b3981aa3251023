/* SPDX-License-Identifier: Apache-2.0
 *
 * What the devices of a rank did in each of many windows, such as its steps: the division of trace/stats/summary/time_split.h,
 * for all of them from one look at the activities. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"
#include "trace/stats/summary/time_split.h"

/* ret_splits[i]: of windows[i], each over all devices of the rank; they may overlap and be in any order. What is beyond
 * int64 is all 0, as in time_split_of (). is_wanted (user_data), asked every STOPPABLE_AT_ONCE activities, may be NULL. False:
 * it was not, or out of memory. O(k log rows + windows log windows) for the k
 * activities from the begin of the first window to the end of the last. */
bool step_split_compute (const Trace *trace,
                         uint32_t rank,
                         const Interval *windows,
                         uint64_t n,
                         bool (*is_wanted) (void *user_data),
                         void *user_data,
                         TimeSplit *ret_splits);
