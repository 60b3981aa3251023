/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations counted in equal bins with round edges.
 *
 * The width of a bin is 1, 2 or 5 x 10^k ns, the least for which n_max bins suffice, and every edge is a
 * multiple of it. When all values are equal there is one bin, at most a tenth as wide as the value (or 1 ns
 * wide). */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many are needed for the whole range of int64. */
#define HISTOGRAM_BINS_MIN 4

typedef struct
{
  int64_t first;    /* the first bin begins at first x width_ns; may be negative */
  int64_t width_ns; /* 0 without values */
  uint32_t n_bins;
  uint64_t *counts;   /* of each bin; the first and the last are not 0 */
  uint64_t max_count; /* the largest */
} Histogram;

/* values_ns in any order and of any sign; n_max >= HISTOGRAM_BINS_MIN. Without values there are no bins.
 * False: out of memory. O(n). */
bool histogram_compute (const int64_t *values_ns, size_t n, uint32_t n_max, Histogram *ret_histogram);
void histogram_clear (Histogram *histogram);

/* Left edge of a bin; that of n_bins is the right edge of the last. Edges beyond int64 are its ends. */
int64_t histogram_edge_ns (const Histogram *histogram, uint32_t bin);

/* The bin that a value among those counted lies in. */
uint32_t histogram_bin_of (const Histogram *histogram, int64_t value_ns);
