/* SPDX-License-Identifier: Apache-2.0
 *
 * The time during which the profiler itself worked in each rank: the union of its own slices (kind SLICE_OVERHEAD:
 * buffer requests and flushes, lazy loading of functions), on whatever thread the file puts them. */

#pragma once

#include <stdbool.h>

#include "trace/stats/scope.h"
#include "trace/stats/time_cover.h"

/* Fills covers[i], all zero before, for trace_rank (i) of the ranks in scope. Includes slices that overlap the window,
 * and does not clip them. should_continue (user_data) may be NULL; it is called regularly on the calling thread.
 * Returns false when it returns false or memory runs out; clear the covers in either case. O(k log k) for k such
 * slices. Afterwards any thread may read. */
bool profiler_time_compute (const StatsScope *scope,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            TimeCover *covers);
