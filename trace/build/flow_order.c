/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/flow_order.h"

#include "trace/container/large_memory.h"
#include "trace/container/radix_order.h"

/* Orders the flows that come from one slice by where they lead. */
static void
order_targets (const TraceFlow *flows, OrderPair *order, OrderPair *scratch, size_t n)
{
  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first + 1; last < n && order[last].key == order[first].key; last++)
        ;
      if (last - first == 1)
        continue;
      for (size_t i = first; i < last; i++)
        order[i].key = flows[order[i].item].to;
      radix_order (order + first, scratch, last - first);
    }
}

bool
flow_order (FlowColumn *flows)
{
  size_t n = flows->n;
  size_t n_bytes = n * 2 * sizeof (OrderPair) + 1;
  OrderPair *order = large_memory_grow (NULL, 0, n_bytes);
  FlowColumn ordered = { 0 };
  bool ok = order != NULL && flow_column_reserve (&ordered, n);

  if (ok)
    {
      for (size_t i = 0; i < n; i++)
        order[i] = (OrderPair){ flows->at[i].from, i };
      radix_order (order, order + n, n);
      order_targets (flows->at, order, order + n, n);
      for (size_t i = 0; i < n; i++)
        ordered.at[i] = flows->at[order[i].item];
      ordered.n = n;
      flow_column_clear (flows);
      *flows = ordered;
    }
  large_memory_release (order, n_bytes);
  return ok;
}

static bool
comes_before (const TraceFlow *a, const TraceFlow *b)
{
  return a->from != b->from ? a->from < b->from : a->to < b->to;
}

bool
flow_merge (FlowColumn *flows, FlowColumn *more)
{
  size_t i = flows->n, j = more->n;

  if (i == 0)
    {
      FlowColumn none = *flows;

      *flows = *more;
      *more = none;
      return true;
    }
  if (!flow_column_reserve (flows, more->n))
    return false;
  flows->n += more->n;
  /* Goes from the last one down, so that none is overwritten before it has moved. */
  for (size_t k = flows->n; j > 0; k--)
    flows->at[k - 1] =
      i > 0 && comes_before (&more->at[j - 1], &flows->at[i - 1]) ? flows->at[--i] : more->at[--j];
  flow_column_clear (more);
  return true;
}

bool
flow_order_into (const TraceFlow *flows, size_t n, uint64_t *ret_into)
{
  size_t n_bytes = n * 2 * sizeof (OrderPair) + 1;
  OrderPair *order = large_memory_grow (NULL, 0, n_bytes);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    order[i] = (OrderPair){ flows[i].to, i };
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    ret_into[i] = order[i].item;
  large_memory_release (order, n_bytes);
  return true;
}
