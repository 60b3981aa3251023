/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/value_order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Below this, moving a few values is cheaper than counting digits. */
#define INSERTION_MAX 48

#define DIGIT_BITS 11

static int
compare_values (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

static void
insertion_order (int64_t *values, size_t n)
{
  for (size_t i = 1; i < n; i++)
    {
      int64_t value = values[i];
      size_t j = i;

      for (; j > 0 && values[j - 1] > value; j--)
        values[j] = values[j - 1];
      values[j] = value;
    }
}

/* Returns the value minus the least one as an unsigned number, which has the same order. */
static inline uint64_t
above (int64_t value, int64_t least)
{
  return (uint64_t) value - (uint64_t) least;
}

/* Sorts from into to by the digit at shift. Returns false and does nothing if all digits are equal. */
static bool
order_by_digit (const int64_t *from, int64_t *to, size_t n, int64_t least, unsigned shift)
{
  const uint64_t mask = (UINT64_C (1) << DIGIT_BITS) - 1;
  size_t begins[1 << DIGIT_BITS] = { 0 };
  size_t sum = 0;

  for (size_t i = 0; i < n; i++)
    begins[above (from[i], least) >> shift & mask]++;
  if (begins[above (from[0], least) >> shift & mask] == n)
    return false;
  for (size_t digit = 0; digit <= mask; digit++)
    {
      size_t count = begins[digit];
      begins[digit] = sum;
      sum += count;
    }
  for (size_t i = 0; i < n; i++)
    to[begins[above (from[i], least) >> shift & mask]++] = from[i];
  return true;
}

void
value_order (int64_t *values, size_t n)
{
  if (n <= INSERTION_MAX)
    {
      insertion_order (values, n);
      return;
    }
  int64_t least = values[0], most = values[0];
  bool in_order = true;
  for (size_t i = 1; i < n; i++)
    {
      in_order = in_order && values[i - 1] <= values[i];
      least = values[i] < least ? values[i] : least;
      most = values[i] > most ? values[i] : most;
    }
  if (in_order)
    return;

  /* For few values, counting digits takes longer than comparing. */
  int64_t *scratch = n < 256 ? NULL : malloc (n * sizeof *scratch);
  if (scratch == NULL)
    {
      qsort (values, n, sizeof *values, compare_values);
      return;
    }
  int64_t *from = values, *to = scratch;
  for (unsigned shift = 0; shift < 64 && above (most, least) >> shift != 0; shift += DIGIT_BITS)
    if (order_by_digit (from, to, n, least, shift))
      {
        int64_t *swap = from;
        from = to;
        to = swap;
      }
  if (from != values)
    memcpy (values, from, n * sizeof *values);
  free (scratch);
}
