/* SPDX-License-Identifier: Apache-2.0
 *
 * Sum, mean, spread and percentiles of durations.
 *
 * Percentiles are interpolated linearly between the two nearest ranks (numpy's default): of n sorted values, q is at
 * position (n - 1) q. The deviation is the sample standard deviation: the denominator is n - 1, and one value gives
 * 0. */

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

/* Sorts values_ns in place (trace/stats/value_order.h). If n is 0, all members are 0. */
Distribution distribution_of (int64_t *values_ns, size_t n);

/* Returns quantile q (0 to 1) of n > 0 sorted values. O(1). */
double distribution_percentile (const int64_t *sorted_ns, size_t n, double q);

/* Returns a + b, or the nearest int64. Totals of hostile files must not wrap around. */
static inline int64_t
add_saturated (int64_t a, int64_t b)
{
  int64_t sum;

  if (!__builtin_add_overflow (a, b, &sum))
    return sum;
  return b > 0 ? INT64_MAX : INT64_MIN;
}
