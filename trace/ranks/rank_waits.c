/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/rank_waits.h"

#include "trace/stats/distribution.h"

static RankWaits *
rank_of (const Trace *trace, const CollectiveWait *wait, RankWaits *ranks)
{
  return &ranks[trace_device (trace, wait->device)->rank];
}

static void
add_collective (const Trace *trace, const CollectiveSkew *skew, const CollectiveWait *waits, RankWaits *ranks)
{
  const CollectiveWait *last = &waits[skew->n_waits - 1];
  RankWaits *awaited = rank_of (trace, last, ranks);
  int64_t sum_ns = 0;

  for (uint64_t i = 0; i < skew->n_waits; i++)
    {
      RankWaits *rank = rank_of (trace, &waits[i], ranks);

      rank->n_collectives++;
      rank->wait_ns = add_saturated (rank->wait_ns, waits[i].wait_ns);
      sum_ns = add_saturated (sum_ns, waits[i].wait_ns);
    }
  awaited->n_last++;
  awaited->awaited_ns = add_saturated (awaited->awaited_ns, sum_ns);
  if (awaited->longest_slice == SLICE_NONE || sum_ns > awaited->longest_ns)
    {
      awaited->longest_slice = last->slice;
      awaited->longest_ns = sum_ns;
    }
}

void
rank_waits_compute (const Trace *trace, const CollectiveWaits *waits, RankWaits *ret_ranks)
{
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    ret_ranks[r] = (RankWaits){ .longest_slice = SLICE_NONE };
  for (size_t i = 0; i < waits->skews.n; i++)
    add_collective (trace, &waits->skews.at[i], waits->waits.at + waits->skews.at[i].first_wait, ret_ranks);
}
