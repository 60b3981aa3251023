/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/flow_order.h"

#include <stdlib.h>
#include <string.h>

#include "trace/radix_order.h"

bool
flow_order (TraceFlow *flows, size_t n)
{
  OrderPair *order = malloc (n * 2 * sizeof *order + 1);
  TraceFlow *sorted = malloc (n * sizeof *sorted + 1);
  bool ok = order != NULL && sorted != NULL;

  if (ok)
    {
      for (size_t i = 0; i < n; i++)
        order[i] = (OrderPair){ flows[i].to, i };
      radix_order (order, order + n, n);
      for (size_t i = 0; i < n; i++)
        order[i].key = flows[order[i].item].from;
      radix_order (order, order + n, n);
      for (size_t i = 0; i < n; i++)
        sorted[i] = flows[order[i].item];
      if (n > 0)
        memcpy (flows, sorted, n * sizeof *flows);
    }
  free (order);
  free (sorted);
  return ok;
}

bool
flow_order_into (const TraceFlow *flows, size_t n, uint64_t *ret_into)
{
  OrderPair *order = malloc (n * 2 * sizeof *order + 1);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    order[i] = (OrderPair){ flows[i].to, i };
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    ret_into[i] = order[i].item;
  free (order);
  return true;
}
