/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of kernels, memcpys and memsets from launch to start, and the duration of the launching calls (METRICS 14).
 *
 * Covers the activities that start in the window and have a launching API call of any name:
 *
 *   latency   device start - begin of the call; negative if the clocks differ, which is counted and never clipped
 *   queue     device start - end of the call, only where positive: the activity had to wait, mostly because the
 *             device was busy, which is good
 *
 * A call with several runs, such as the launch of a graph, is one call: each run has its own latency, and the call's
 * duration counts once. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/distribution.h"
#include "trace/stats/log_histogram.h"
#include "trace/stats/scope.h"

/* A call that takes longer is slow: HTA's "runtime outlier". */
#define LAUNCH_SLOW_CALL_NS INT64_C (50000)

typedef struct
{
  Distribution latency; /* of all pairs */
  uint64_t n_negative;

  Distribution queue; /* of the pairs that waited; latency.count - queue.count did not */

  Distribution call; /* durations of calls, each once */
  uint64_t n_slow_calls;

  uint64_t n_shared_calls; /* calls with several runs, in or out of the window */
  uint64_t n_shared_runs;  /* pairs of such calls */

  /* Kernels that are their call's only run, and those among them that were shorter than the call. */
  uint64_t n_lone_kernels, n_short_kernels;

  LogHistogram latency_bins;
  uint64_t bin_first[LOG_HISTOGRAM_BINS]; /* the earliest run in each bin; SLICE_NONE */
} LaunchTiming;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE launches. Returns false when it returns
 * false or memory runs out. O(n log n + rows x log slices) for n launches with a run in the window; takes a bit per
 * slice of the profile. */
bool launch_timing_compute (const StatsScope *scope,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            LaunchTiming *ret_timing);
