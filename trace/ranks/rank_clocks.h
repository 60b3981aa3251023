/* SPDX-License-Identifier: Apache-2.0
 *
 * How far the clocks of the ranks of a profile are apart, found from the ends of its collectives (clock_fit.h). Begins and
 * durations of the profile itself are not changed. */

#pragma once

#include "trace/model/trace.h"
#include "trace/ranks/clock_fit.h"
#include "trace/stats/collective/collective_instance.h"

/* Where the ends of a rank are further from those of the others than this, in more than 5 % of its collectives, skews
 * between ranks are uncertain (METRICS 19). */
#define RANK_CLOCK_RESIDUAL_MAX_NS 50000

typedef struct
{
  ClockFit fit; /* ranks as in trace_rank () */
} RankClocks;

/* Reads the collectives in which every rank waits for all others: those of one sender or one receiver end earlier on some
 * ranks. instances are of trace and borrowed during the call. should_continue (user_data) may be NULL. Returns false when it
 * returns false or memory runs out; call rank_clocks_clear () in either case. O(collectives log collectives). Afterwards any
 * thread may read. */
bool rank_clocks_init (RankClocks *clocks,
                       const Trace *trace,
                       const CollectiveInstances *instances,
                       bool (*should_continue) (void *user_data),
                       void *user_data);
void rank_clocks_clear (RankClocks *clocks);

/* Returns whether times of the rank can be compared with those of its frame within RANK_CLOCK_RESIDUAL_MAX_NS. */
bool rank_clocks_is_certain (const RankClocks *clocks, uint32_t rank);
