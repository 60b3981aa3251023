/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations counted in bins that grow with them: for values that spread over decades, such as latencies.
 *
 * Edges are 0 and 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^k from 100 ns on, up to what int64 holds: round, and a
 * fifth to a third apart. What is negative has the first bin. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define LOG_HISTOGRAM_BINS 172

typedef struct
{
  uint64_t counts[LOG_HISTOGRAM_BINS];
  uint64_t n;
} LogHistogram;

/* Left edge of a bin: INT64_MIN of the first, which ends at 0; of LOG_HISTOGRAM_BINS INT64_MAX. O(1). */
int64_t log_histogram_edge_ns (uint32_t bin);

/* O(log bins). */
uint32_t log_histogram_bin_of (int64_t value_ns);

static inline void
log_histogram_add (LogHistogram *histogram, int64_t value_ns)
{
  histogram->counts[log_histogram_bin_of (value_ns)]++;
  histogram->n++;
}

/* Bins [*ret_first, *ret_end) hold everything, and neither the first nor the last of them is empty; none where there
 * are no values. */
void log_histogram_range (const LogHistogram *histogram, uint32_t *ret_first, uint32_t *ret_end);
