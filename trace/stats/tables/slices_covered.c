/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/slices_covered.h"

#include <stdlib.h>

#include "trace/container/radix_order.h"

static void
order_by_start (int64_t *start_ns, int64_t *dur_ns, size_t n, OrderPair *pairs)
{
  for (size_t i = 0; i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) start_ns[i] ^ UINT64_C (1) << 63, (uint64_t) dur_ns[i] };
  radix_order (pairs, pairs + n, n);
  for (size_t i = 0; i < n; i++)
    {
      start_ns[i] = (int64_t) (pairs[i].key ^ UINT64_C (1) << 63);
      dur_ns[i] = (int64_t) pairs[i].item;
    }
}

/* Expects slices in order of start. */
static int64_t
union_length (const StatsScope *scope, const int64_t *start_ns, const int64_t *dur_ns, size_t n)
{
  int64_t sum_ns = 0, until_ns = scope->begin_ns;

  for (size_t i = 0; i < n; i++)
    {
      int64_t begin_ns = MAX (start_ns[i], until_ns), end_ns = MIN (start_ns[i] + dur_ns[i], scope->end_ns);

      if (end_ns > begin_ns)
        {
          sum_ns += end_ns - begin_ns;
          until_ns = end_ns;
        }
    }
  return sum_ns;
}

bool
slices_covered (const StatsScope *scope, int64_t *start_ns, int64_t *dur_ns, size_t n, int64_t *ret_ns)
{
  size_t i = 1;

  /* Rows are in order, so most groups are in order or have few runs. */
  while (i < n && start_ns[i - 1] <= start_ns[i])
    i++;
  if (i < n)
    {
      OrderPair *pairs = malloc (2 * n * sizeof *pairs);

      if (pairs == NULL)
        return false;
      order_by_start (start_ns, dur_ns, n, pairs);
      free (pairs);
    }
  *ret_ns = union_length (scope, start_ns, dur_ns, n);
  return true;
}
