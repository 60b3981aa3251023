/* SPDX-License-Identifier: Apache-2.0
 *
 * When the profiler itself worked in each rank: the union of its own slices (kind SLICE_OVERHEAD: buffer requests and
 * flushes, lazy loading of functions), whatever thread the file puts them on. */

#pragma once

#include <stdbool.h>

#include "trace/stats/scope.h"
#include "trace/stats/time_cover.h"

/* covers[i] of trace_rank (i), all zero before; of what lies at least in part in the window, not clipped, of the ranks in
 * scope. is_wanted (user_data), asked now and then on the calling thread, may be NULL. False: it was not, or out of memory;
 * to be cleared all the same. O(k log k) for k such slices. Afterwards any thread may read. */
bool profiler_time_compute (const StatsScope *scope,
                            bool (*is_wanted) (void *user_data),
                            void *user_data,
                            TimeCover *covers);
