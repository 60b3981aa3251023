/* SPDX-License-Identifier: Apache-2.0
 *
 * How long kernels, copies and sets took from their launch to their start, and how long the calls took (METRICS 14).
 *
 * Of the activities that start in the window and have a launching call, whatever it is named:
 *
 *   latency   device start - begin of the call; negative where clocks differ, which is counted and never clipped
 *   queue     device start - end of the call, of those alone where that is positive: it had to wait, mostly because the
 *             device was busy, which is as it should be
 *
 * A call that ran several, such as the launch of a graph, is one call with many runs: each run has its latency, the
 * call's duration counts once. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/distribution.h"
#include "trace/stats/log_histogram.h"
#include "trace/stats/scope.h"

/* A call that takes longer than this is slow: HTA's "runtime outlier". */
#define LAUNCH_SLOW_CALL_NS INT64_C (50000)

typedef struct
{
  Distribution latency; /* of all pairs */
  uint64_t n_negative;

  Distribution queue; /* of the pairs that waited; the others are latency.count - queue.count */

  Distribution call; /* of calls, each once */
  uint64_t n_slow_calls;

  uint64_t n_shared_calls; /* of the calls those with several runs, in or out of the window */
  uint64_t n_shared_runs;  /* of the pairs those of such calls */

  /* Of the kernels that are their call's only run: those that ran for less time than the call took. */
  uint64_t n_lone_kernels, n_short_kernels;

  LogHistogram latency_bins;
  uint64_t bin_first[LOG_HISTOGRAM_BINS]; /* the earliest run in each; SLICE_NONE */
} LaunchTiming;

/* is_wanted (user_data), asked every STOPPABLE_AT_ONCE launches, may be NULL. False: it was not, or out of memory.
 * O(n log n + rows x log slices) for n launches with a run in the window; a bit per slice of the profile. */
bool launch_timing_compute (const StatsScope *scope,
                            bool (*is_wanted) (void *user_data),
                            void *user_data,
                            LaunchTiming *ret_timing);
