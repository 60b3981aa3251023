/* SPDX-License-Identifier: Apache-2.0
 *
 * Who waited for whom in each collective of a profile, on one clock (rank_clocks.h).
 *
 * A rank waits from its own begin until the last rank begins. The shortest of the kernels waited the least, so that its
 * duration is the time that the transfer took (METRICS 19). */

#pragma once

#include "trace/ranks/rank_clocks.h"
#include "trace/stats/collective/collective_instance.h"
#include "trace/stats/scope.h"

/* One rank's part of a collective. */
typedef struct
{
  uint64_t slice;
  uint32_t device;  /* index of trace_device () */
  int64_t begin_ns; /* corrected */
  int64_t wait_ns;  /* until the last rank begins, and at most the duration of the kernel */
} CollectiveWait;

COLUMN_DEFINE (CollectiveWaitColumn, collective_wait_column, CollectiveWait)

/* A collective of at least two GPUs. */
typedef struct
{
  uint64_t first_wait, n_waits; /* of CollectiveWaits.waits: its parts, ascending by begin; the last one arrived last */
  int64_t begin_ns, end_ns;     /* the first begin and the last end; corrected */
  int64_t start_skew_ns;        /* from the first begin to the last one */
  int64_t end_skew_ns;          /* from the first end to the last one */
  int64_t transfer_ns;          /* the shortest duration */
  bool is_certain;              /* the clocks of all its ranks are (rank_clocks_is_certain ()), and in one frame */
} CollectiveSkew;

COLUMN_DEFINE (CollectiveSkewColumn, collective_skew_column, CollectiveSkew)

typedef struct
{
  CollectiveSkewColumn skews; /* ascending by begin */
  CollectiveWaitColumn waits;
} CollectiveWaits;

/* Collects the collectives whose first kernel begins in the scope's window by the profile's own times, on all devices. All
 * arguments are borrowed during the call. should_continue (user_data) may be NULL. Returns false when it returns false or
 * memory runs out; call collective_waits_clear () in either case. O(k log k) for k communication kernels. */
bool collective_waits_init (CollectiveWaits *waits,
                            const StatsScope *scope,
                            const CollectiveInstances *instances,
                            const RankClocks *clocks,
                            bool (*should_continue) (void *user_data),
                            void *user_data);
void collective_waits_clear (CollectiveWaits *waits);
