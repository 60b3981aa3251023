/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/radix_order.h"

#include <stdbool.h>
#include <string.h>

/* Below this, moving a few pairs is cheaper than counting digits. */
#define INSERTION_MAX 32

static void
insertion_order (OrderPair *pairs, size_t n)
{
  for (size_t i = 1; i < n; i++)
    {
      OrderPair pair = pairs[i];
      size_t j = i;

      for (; j > 0 && pairs[j - 1].key > pair.key; j--)
        pairs[j] = pairs[j - 1];
      pairs[j] = pair;
    }
}

void
radix_order (OrderPair *pairs, OrderPair *scratch, size_t n)
{
  uint64_t all_or = 0, all_and = UINT64_MAX;
  bool in_order = true;

  if (n <= INSERTION_MAX)
    {
      insertion_order (pairs, n);
      return;
    }
  for (size_t i = 0; i < n; i++)
    {
      all_or |= pairs[i].key;
      all_and &= pairs[i].key;
      in_order = in_order && (i == 0 || pairs[i - 1].key <= pairs[i].key);
    }
  if (in_order)
    return;

  OrderPair *from = pairs, *to = scratch;
  for (unsigned shift = 0; shift < 64; shift += 8)
    {
      size_t begins[256] = { 0 };
      size_t sum = 0;

      if (((all_or ^ all_and) >> shift & 0xff) == 0)
        continue;
      for (size_t i = 0; i < n; i++)
        begins[from[i].key >> shift & 0xff]++;
      for (size_t digit = 0; digit < 256; digit++)
        {
          size_t count = begins[digit];
          begins[digit] = sum;
          sum += count;
        }
      for (size_t i = 0; i < n; i++)
        to[begins[from[i].key >> shift & 0xff]++] = from[i];

      OrderPair *swap = from;
      from = to;
      to = swap;
    }
  if (from != pairs)
    memcpy (pairs, from, n * sizeof *pairs);
}
