/* SPDX-License-Identifier: Apache-2.0
 *
 * Sum, mean, spread and percentiles of durations.
 *
 * Percentiles interpolate linearly between the two nearest ranks (numpy's default): of n sorted values, q lies
 * at position (n - 1) q. The deviation is that of a sample: n - 1 in the denominator, 0 for one value. */

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint64_t count;
  int64_t total_ns; /* INT64_MAX when the sum does not fit */
  int64_t min_ns, max_ns;
  double mean_ns, median_ns, p95_ns, stddev_ns;
} Distribution;

/* values_ns is sorted in place (trace/stats/value_order.h). n == 0: all zero. */
Distribution distribution_of (int64_t *values_ns, size_t n);

/* Of n > 0 sorted values, q from 0 to 1. O(1). */
double distribution_percentile (const int64_t *sorted_ns, size_t n, double q);

/* a + b, or the nearest that fits. Totals of hostile files must not wrap around. */
int64_t add_saturated (int64_t a, int64_t b);
