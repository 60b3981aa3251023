/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/flow_chain.h"

#include "trace/container/id_map.h"

/* Reorders the points so that those of one chain are adjacent; their keys become the number of the chain. */
static bool
group_by_chain (const FlowPoint *points, OrderPair *pairs, size_t n)
{
  IdMap chains = { 0 };
  uint64_t n_chains = 0;
  bool ok = id_map_reserve (&chains, n / 2); /* most chains are pairs */

  for (size_t i = 0; i < n && ok; i++)
    {
      uint64_t *chain = id_map_add (&chains, points[pairs[i].item].key, n_chains);

      ok = chain != NULL;
      if (ok)
        {
          n_chains += *chain == n_chains;
          pairs[i].key = *chain;
        }
    }
  id_map_clear (&chains);
  if (ok)
    radix_order (pairs, pairs + n, n);
  return ok;
}

/* Orders by time; a start comes before ends at the same time. */
static void
order_chain (const FlowPoint *points, OrderPair *pairs, OrderPair *scratch, size_t n)
{
  for (size_t i = 0; i < n; i++)
    pairs[i].key = (uint64_t) points[pairs[i].item].time_ns ^ UINT64_C (1) << 63;
  radix_order (pairs, scratch, n);
  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first + 1; last < n && pairs[last].key == pairs[first].key; last++)
        ;
      if (last - first == 1)
        continue;
      for (size_t i = first; i < last; i++)
        pairs[i].key = points[pairs[i].item].phase;
      radix_order (pairs + first, scratch, last - first);
    }
}

/* What an arrow between two slices says. */
static FlowKind
kind_of_arrow (const FlowBind *bind, const FlowPoint *point, uint64_t to)
{
  return point->is_only_link && slice_kind_is_run ((SliceKind) bind->trace->slices.kind[to]) ? FLOW_LAUNCH
                                                                                             : FLOW_OF_FILE;
}

static bool
link_chain (FlowChains *chains, const FlowBind *bind, const OrderPair *pairs, size_t n)
{
  const FlowPoint *points = bind->builder->flow_points.at;
  uint64_t from = SLICE_NONE;
  uint64_t n_unmatched = 0;
  bool begun = false, used = false;

  for (size_t i = 0; i < n; i++)
    {
      const FlowPoint *point = &points[pairs[i].item];
      uint64_t slice = flow_bind (bind, point);

      if (point->phase != FLOW_POINT_START)
        {
          if (!begun || from == SLICE_NONE || slice == SLICE_NONE)
            n_unmatched++;
          else if (from != slice
                   && !flow_column_push (
                     &chains->flows,
                     (TraceFlow){ from, slice, kind_of_arrow (bind, point, slice), point->category }))
            return false;
          used = true;
        }
      if (point->phase != FLOW_POINT_END)
        {
          n_unmatched += begun && !used;
          from = slice;
          begun = true;
          used = false;
        }
    }
  chains->n_unmatched += n_unmatched + (begun && !used);
  return true;
}

bool
flow_chains_link (FlowChains *chains, const FlowBind *bind, OrderPair *pairs, size_t n)
{
  const FlowPoint *points = bind->builder->flow_points.at;
  bool ok = group_by_chain (points, pairs, n);

  for (size_t first = 0, last; first < n && ok; first = last)
    {
      for (last = first + 1; last < n && pairs[last].key == pairs[first].key; last++)
        ;
      order_chain (points, pairs + first, pairs + n, last - first);
      ok = link_chain (chains, bind, pairs + first, last - first);
    }
  return ok;
}
