/* SPDX-License-Identifier: Apache-2.0
 *
 * When the ranks of a job began their collectives: for asking whether another rank arrived at one in a stretch of time.
 *
 * Times of two ranks are compared only where both are on the common clock (TraceRank.has_epoch; METRICS 27, 4). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t name, rank;
  int64_t start_ns;
} Arrival;

COLUMN_DEFINE (ArrivalColumn, arrival_column, Arrival)

typedef struct
{
  const Trace *trace;
  ArrivalColumn arrivals; /* of communication kernels in the window, all ranks; by name, then start */
} RankArrivals;

/* Of a profile of one rank there are none. is_wanted (user_data), asked now and then, may be NULL. False: it was not, or
 * out of memory; to be cleared all the same. O(activities of the window + k log k) for k of communication. */
bool rank_arrivals_init (RankArrivals *arrivals,
                         const StatsScope *scope,
                         bool (*is_wanted) (void *user_data),
                         void *user_data);
void rank_arrivals_clear (RankArrivals *arrivals);

/* Another rank began a communication kernel of the same exact name within [begin_ns, end_ns]. kernel: a slice of that
 * rank. O(log k); looks at a hundred at most. */
bool rank_arrivals_within (const RankArrivals *arrivals,
                           uint64_t kernel,
                           uint32_t rank,
                           int64_t begin_ns,
                           int64_t end_ns);
