/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts durations in bins that grow with the duration, for values that cover several decades, such as latencies.
 *
 * The edges are 0 and, from 100 ns on, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^k, up to the limit of int64. They are
 * round numbers, a fifth to a third apart. Negative values are counted in the first bin. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define LOG_HISTOGRAM_BINS 172

typedef struct
{
  uint64_t counts[LOG_HISTOGRAM_BINS];
  uint64_t n;
} LogHistogram;

/* Returns the left edge of a bin: INT64_MIN for the first, which ends at 0; INT64_MAX for LOG_HISTOGRAM_BINS. O(1). */
int64_t log_histogram_edge_ns (uint32_t bin);

/* Returns the bin of a value. O(log bins). */
uint32_t log_histogram_bin_of (int64_t value_ns);

static inline void
log_histogram_add (LogHistogram *histogram, int64_t value_ns)
{
  histogram->counts[log_histogram_bin_of (value_ns)]++;
  histogram->n++;
}

/* Returns the smallest range of bins [*ret_first, *ret_end) that holds all values; an empty range if there are none. */
void log_histogram_range (const LogHistogram *histogram, uint32_t *ret_first, uint32_t *ret_end);
