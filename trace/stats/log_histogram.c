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

uint32_t
log_histogram_bin_of (int64_t value_ns)
{
  uint32_t low = 0, high = LOG_HISTOGRAM_BINS - 1;

  while (low < high)
    {
      uint32_t middle = (low + high + 1) / 2;

      if (edges_ns[middle] <= value_ns)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
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
