/* SPDX-License-Identifier: Apache-2.0
 *
 * Divides the time of a rank's devices, as trace/stats/summary/time_split.h does, in each of many windows, such as its
 * steps, in one pass over the activities. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"
#include "trace/stats/summary/time_split.h"

/* Sets ret_splits[i] for windows[i], over all devices of the rank. Windows may overlap and be in any order. A window
 * whose total is beyond int64 gets all 0, as in time_split_of (). should_continue (user_data) may be NULL; it is called
 * every STOPPABLE_AT_ONCE activities. Returns false when it returns false or memory runs out. O(k log rows + windows
 * log windows) for the k activities from the begin of the first window to the end of the last. */
bool step_split_compute (const Trace *trace,
                         uint32_t rank,
                         const Interval *windows,
                         uint64_t n,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         TimeSplit *ret_splits);
