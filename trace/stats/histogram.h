/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts durations in equal bins with round edges.
 *
 * The width of a bin is 1, 2 or 5 x 10^k ns, the smallest for which n_max bins are enough. Every edge is a multiple of
 * it. When all values are equal there is one bin, at most a tenth as wide as the value (or 1 ns wide). */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of bins that the whole range of int64 needs. */
#define HISTOGRAM_BINS_MIN 4

typedef struct
{
  int64_t first;    /* the first bin begins at first x width_ns; may be negative */
  int64_t width_ns; /* 0 without values */
  uint32_t n_bins;
  uint64_t *counts;   /* per bin; the first and the last are not 0 */
  uint64_t max_count; /* the largest count */
} Histogram;

/* values_ns may be in any order and have any sign. n_max >= HISTOGRAM_BINS_MIN. Without values there are no bins.
 * Returns false when memory runs out. O(n). */
bool histogram_compute (const int64_t *values_ns, size_t n, uint32_t n_max, Histogram *ret_histogram);
void histogram_clear (Histogram *histogram);

/* Returns the left edge of a bin; for n_bins, the right edge of the last one. Edges beyond int64 become its limits. */
int64_t histogram_edge_ns (const Histogram *histogram, uint32_t bin);

/* Returns the bin of a value that was counted. */
uint32_t histogram_bin_of (const Histogram *histogram, int64_t value_ns);
