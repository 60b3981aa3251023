/* SPDX-License-Identifier: Apache-2.0
 *
 * How long each rank waited in collectives, and how long the others waited for it. */

#pragma once

#include "trace/ranks/collective_waits.h"

typedef struct
{
  uint64_t n_collectives, n_last; /* those of at least two GPUs, and those of them where it came last */
  int64_t wait_ns, awaited_ns;    /* by itself for others; by all others for it where it was last; saturate */
  uint64_t longest_slice;         /* its kernel that the others waited for longest, the earlier of equals, or SLICE_NONE */
  int64_t longest_ns;             /* how long all others together waited for that one */
} RankWaits;

/* Sets ret_ranks[i] for each trace_rank (). O(waits). */
void rank_waits_compute (const Trace *trace, const CollectiveWaits *waits, RankWaits *ret_ranks);
