/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/log_histogram.h"

#define DECADE(power)                                                                                        \
  power, power / 100 * 120, power / 100 * 150, 2 * power, power / 100 * 250, 3 * power, 4 * power, 5 * power, \
    6 * power, 8 * power

static const int64_t edges_ns[LOG_HISTOGRAM_BINS + 1] = {
  INT64_MIN,
  0,
  DECADE (INT64_C (100)),
  DECADE (INT64_C (1000)),
  DECADE (INT64_C (10000)),
  DECADE (INT64_C (100000)),
  DECADE (INT64_C (1000000)),
  DECADE (INT64_C (10000000)),
  DECADE (INT64_C (100000000)),
  DECADE (INT64_C (1000000000)),
  DECADE (INT64_C (10000000000)),
  DECADE (INT64_C (100000000000)),
  DECADE (INT64_C (1000000000000)),
  DECADE (INT64_C (10000000000000)),
  DECADE (INT64_C (100000000000000)),
  DECADE (INT64_C (1000000000000000)),
  DECADE (INT64_C (10000000000000000)),
  DECADE (INT64_C (100000000000000000)),
  DECADE (INT64_C (1000000000000000000)),
  [LOG_HISTOGRAM_BINS] = INT64_MAX,
};

int64_t
log_histogram_edge_ns (uint32_t bin)
{
  return edges_ns[bin < LOG_HISTOGRAM_BINS ? bin : LOG_HISTOGRAM_BINS];
}

/* By the number of bits of a value that is not negative: the bin of the least such value. */
static const uint8_t first_bins[64] = {
  1, 1, 1, 1, 1, 1, 1, 1, 3, 6, 9, 12, 15, 18, 21, 24,
  27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72,
  75, 78, 81, 84, 87, 90, 93, 96, 99, 102, 105, 108, 111, 114, 117, 120,
  123, 126, 129, 132, 135, 138, 141, 144, 147, 150, 153, 156, 159, 162, 165, 168,
};

/* An octave has at most four edges. */
uint32_t
log_histogram_bin_of (int64_t value_ns)
{
  if (value_ns <= 0)
    return value_ns == 0;
  uint32_t bin = first_bins[64 - __builtin_clzll ((uint64_t) value_ns)];

  while (bin + 1 < LOG_HISTOGRAM_BINS && edges_ns[bin + 1] <= value_ns)
    bin++;
  return bin;
}

void
log_histogram_range (const LogHistogram *histogram, uint32_t *ret_first, uint32_t *ret_end)
{
  uint32_t first = 0, end = LOG_HISTOGRAM_BINS;

  while (first < end && histogram->counts[first] == 0)
    first++;
  while (end > first && histogram->counts[end - 1] == 0)
    end--;
  *ret_first = first;
  *ret_end = end;
}
