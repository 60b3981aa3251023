/* SPDX-License-Identifier: Apache-2.0
 *
 * The size and the bandwidth of each collective, as points of a plot (METRICS 19).
 *
 * The transfer takes as long as the shortest kernel of the collective over all ranks of the profile, because the others also
 * wait for the last rank. Where the profile has one kernel of a collective, its own duration counts, waiting included, and
 * the bandwidths are lower bounds. 1 GB is 10^9 bytes. */

#pragma once

#include "trace/container/column.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/scope.h"

typedef struct
{
  CollectiveKind kind;
  uint32_t n_kernels;   /* in the profile */
  uint64_t slice;       /* the shortest of its kernels in scope */
  int64_t bytes;        /* > 0: the output of an all-gather, else the input of a rank */
  int64_t transfer_ns;  /* > 0 */
  double algorithm_gb_s; /* bytes / transfer_ns */
  double bus_gb_s;      /* > 0: times collective_bus_factor () */
} CollectivePoint;

COLUMN_DEFINE (CollectivePointColumn, collective_point_column, CollectivePoint)

typedef struct
{
  CollectivePointColumn points; /* by process group and number, as in CollectiveInstances; of one device by track and time */
  uint64_t n_alone;    /* of the points: those with a single kernel in the profile */
  uint64_t n_left_out; /* collectives without a bandwidth: no kind, size, ranks or time is known, the parts differ, or
                          it is among one rank */
} CollectivePoints;

/* Collects the collectives of which the first kernel in scope begins in the window. Messages between two ranks are none.
 * should_continue (user_data) may be NULL. Returns false when it returns false or memory runs out; call
 * collective_points_clear () in either case. O(activities + k log k) for k communication kernels. */
bool collective_points_init (CollectivePoints *points,
                             const StatsScope *scope,
                             bool (*should_continue) (void *user_data),
                             void *user_data);
void collective_points_clear (CollectivePoints *points);

/* Returns whether the profile may have points: events that tell the size of a message. O(kinds of events). Any thread. */
bool collective_points_may_be_in (const Trace *trace);
