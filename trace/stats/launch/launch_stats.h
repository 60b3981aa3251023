/* SPDX-License-Identifier: Apache-2.0
 *
 * How the device work of a scope was launched: activities that start in the window, matched to their launching API
 * calls.
 *
 * Latency is the device start minus the begin of the call, for kernels, memcpys and memsets. It is long when the host
 * runs ahead of a busy device, which is good. A negative latency means that the clocks differ; it is counted
 * unchanged. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/distribution.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint64_t activities; /* matched + unmatched + without_correlation */
  uint64_t matched;    /* by a correlation id, or by an arrow of the file where it has no ids */
  uint64_t unmatched;  /* with a correlation id that no call has */
  uint64_t without_correlation;
  Distribution latency;
} LaunchStats;

/* Returns false when memory runs out. O(n log n). */
bool launch_stats_compute (const StatsScope *scope, LaunchStats *ret_stats);

/* Does the same from the slices, and appends the latencies, ascending, to ret_latencies, which is empty; clear it in any
 * case. */
bool launch_stats_collect (const StatsScope *scope, LaunchStats *ret_stats, I64Column *ret_latencies);
