/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/radix_order.h"

#include <stdbool.h>
#include <string.h>

/* Below this, moving a few pairs is cheaper than counting digits. */
#define INSERTION_MAX 32

/* With this many digits, the places that a pass writes to still fit in the second-level cache. */
#define DIGIT_BITS_MAX 11

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

/* Returns the number of bits per pass. Wider digits need fewer passes, but pay off only when there are more
 * pairs to move than digits to count. */
static unsigned
digit_bits (unsigned n_bits, size_t n)
{
  unsigned most = n < 4096 ? 8 : DIGIT_BITS_MAX;
  unsigned n_passes = (n_bits + most - 1) / most;

  return (n_bits + n_passes - 1) / n_passes;
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
  uint64_t differing = all_or ^ all_and;
  unsigned first_bit = (unsigned) __builtin_ctzll (differing);
  unsigned n_bits = 64 - (unsigned) __builtin_clzll (differing) - first_bit;
  unsigned width = digit_bits (n_bits, n);
  uint64_t mask = (UINT64_C (1) << width) - 1;
  for (unsigned shift = first_bit; shift < first_bit + n_bits; shift += width)
    {
      size_t begins[1 << DIGIT_BITS_MAX];
      size_t sum = 0;

      if ((differing >> shift & mask) == 0)
        continue;
      memset (begins, 0, sizeof begins[0] << width);
      for (size_t i = 0; i < n; i++)
        begins[from[i].key >> shift & mask]++;
      for (size_t digit = 0; digit <= mask; digit++)
        {
          size_t count = begins[digit];
          begins[digit] = sum;
          sum += count;
        }
      for (size_t i = 0; i < n; i++)
        to[begins[from[i].key >> shift & mask]++] = from[i];

      OrderPair *swap = from;
      from = to;
      to = swap;
    }
  if (from != pairs)
    memcpy (pairs, from, n * sizeof *pairs);
}
