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

/* ---- few different values ---- */

/* Counts each value. Pays where there are not many more possible values than values. */
static bool
order_by_count (int64_t *values, size_t n, int64_t least, uint64_t range)
{
  uint32_t *counts = calloc ((size_t) range + 1, sizeof *counts);
  size_t at = 0;

  if (counts == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    counts[above (values[i], least)]++;
  for (uint64_t value = 0; value <= range; value++)
    for (uint32_t count = counts[value]; count > 0; count--)
      values[at++] = least + (int64_t) value;
  free (counts);
  return true;
}

/* ---- 32 bits ---- */

/* Sorts what is above the least value, by digits from the lowest on, in half the memory: all digits are counted in one
 * pass. */
static bool
order_narrow (int64_t *values, size_t n, int64_t least, uint64_t range)
{
  unsigned n_bits = 64 - (unsigned) __builtin_clzll (range), n_digits = (n_bits + DIGIT_BITS - 1) / DIGIT_BITS;
  unsigned bits = (n_bits + n_digits - 1) / n_digits;
  const uint32_t mask = (UINT32_C (1) << bits) - 1;
  uint32_t begins[3][1 << DIGIT_BITS];
  uint32_t *memory = malloc (2 * n * sizeof *memory), *from = memory, *to;

  if (memory == NULL)
    return false;
  to = memory + n;
  memset (begins, 0, n_digits * sizeof begins[0]);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t value = (uint32_t) above (values[i], least);

      from[i] = value;
      for (unsigned digit = 0; digit < n_digits; digit++, value >>= bits)
        begins[digit][value & mask]++;
    }
  for (unsigned digit = 0; digit < n_digits; digit++)
    {
      unsigned shift = digit * bits;
      uint32_t sum = 0;

      for (uint32_t i = 0; i <= mask; i++)
        {
          uint32_t count = begins[digit][i];
          begins[digit][i] = sum;
          sum += count;
        }
      for (size_t i = 0; i < n; i++)
        to[begins[digit][from[i] >> shift & mask]++] = from[i];

      uint32_t *swap = from;
      from = to;
      to = swap;
    }
  for (size_t i = 0; i < n; i++)
    values[i] = (int64_t) ((uint64_t) least + from[i]);
  free (memory);
  return true;
}

/* ---- 64 bits ---- */

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

  uint64_t range = above (most, least);
  if (n >= 256 && n < UINT32_MAX
      && ((range < 2 * (uint64_t) n && order_by_count (values, n, least, range))
          || (range <= UINT32_MAX && order_narrow (values, n, least, range))))
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
