/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/quantile_sketch.h"

#include <glib.h>

#define BITS     6
#define PER_TWO  (1u << BITS)
#define NEGATIVE (1u << 31)

/* Of 2^63, the opposite of the lowest int64. */
#define BIN_MAX ((63u - BITS) * PER_TWO + PER_TWO)

uint32_t
quantile_sketch_bin_of (int64_t value_ns)
{
  uint64_t size = value_ns < 0 ? 0 - (uint64_t) value_ns : (uint64_t) value_ns;
  uint32_t sign = value_ns < 0 ? NEGATIVE : 0;

  if (size < 2 * PER_TWO)
    return sign | (uint32_t) size;
  unsigned shift = 63u - (unsigned) __builtin_clzll (size) - BITS;
  return sign | (shift * PER_TWO + (uint32_t) (size >> shift));
}

double
quantile_sketch_value_ns (uint32_t bin)
{
  uint32_t size = bin & ~NEGATIVE;
  double value;

  if (size > BIN_MAX)
    return 0;
  if (size < 2 * PER_TWO)
    value = size;
  else
    {
      unsigned shift = size / PER_TWO - 1;
      uint64_t low = (uint64_t) (size % PER_TWO + PER_TWO) << shift;

      /* Durations are whole numbers: those of a bin of width 2 are its begin and the next. */
      value = (double) low + ((double) ((uint64_t) 1 << shift) - 1) / 2;
    }
  return bin & NEGATIVE ? -value : value;
}

int
quantile_sketch_compare (const void *a, const void *b)
{
  uint32_t x = ((const JobBinRecord *) a)->bin, y = ((const JobBinRecord *) b)->bin;
  bool is_x_negative = (x & NEGATIVE) != 0, is_y_negative = (y & NEGATIVE) != 0;

  if (is_x_negative != is_y_negative)
    return is_x_negative ? -1 : 1;
  if (x == y)
    return 0;
  return (x < y) != is_x_negative ? -1 : 1;
}

bool
quantile_sketch_append (JobBinColumn *bins, const int64_t *sorted_ns, size_t n)
{
  size_t first = bins->n;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t bin = quantile_sketch_bin_of (sorted_ns[i]);

      if (bins->n > first && bins->at[bins->n - 1].bin == bin && bins->at[bins->n - 1].count < UINT32_MAX)
        bins->at[bins->n - 1].count++;
      else if (!job_bin_column_push (bins, (JobBinRecord){ bin, 1 }))
        return false;
    }
  return true;
}

double
quantile_sketch_quantile (const JobBinRecord *bins, size_t n, double q, int64_t min_ns, int64_t max_ns)
{
  uint64_t count = 0, before = 0;
  double values[2] = { 0, 0 };

  for (size_t i = 0; i < n; i++)
    count += bins[i].count;
  if (count == 0)
    return 0;
  double position = (double) (count - 1) * q;
  uint64_t wanted[2] = { (uint64_t) position, MIN ((uint64_t) position + 1, count - 1) };

  for (size_t i = 0; i < n; i++)
    {
      double value = CLAMP (quantile_sketch_value_ns (bins[i].bin), (double) min_ns, (double) max_ns);

      for (int k = 0; k < 2; k++)
        if (wanted[k] >= before && wanted[k] < before + bins[i].count)
          values[k] = wanted[k] == 0 ? (double) min_ns : wanted[k] == count - 1 ? (double) max_ns : value;
      before += bins[i].count;
    }
  return values[0] + (values[1] - values[0]) * (position - (double) wanted[0]);
}
