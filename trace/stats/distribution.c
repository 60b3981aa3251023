/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/distribution.h"

#include <math.h>
#include <stdlib.h>

static int
compare_values (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

static double
percentile (const int64_t *sorted, size_t n, double q)
{
  double position = (double) (n - 1) * q;
  size_t below = (size_t) position;
  size_t above = below + 1 < n ? below + 1 : below;
  double share = position - (double) below;

  return (double) sorted[below] + ((double) sorted[above] - (double) sorted[below]) * share;
}

int64_t
add_saturated (int64_t a, int64_t b)
{
  int64_t sum;

  if (!__builtin_add_overflow (a, b, &sum))
    return sum;
  return b > 0 ? INT64_MAX : INT64_MIN;
}

Distribution
distribution_of (int64_t *values_ns, size_t n)
{
  Distribution d = { .count = n };
  __int128 total_ns = 0;
  double squares = 0;

  if (n == 0)
    return d;
  qsort (values_ns, n, sizeof *values_ns, compare_values);
  for (size_t i = 0; i < n; i++)
    total_ns += values_ns[i];
  d.total_ns = total_ns > INT64_MAX ? INT64_MAX : (int64_t) total_ns;
  d.min_ns = values_ns[0];
  d.max_ns = values_ns[n - 1];
  d.mean_ns = (double) total_ns / (double) n;
  d.median_ns = percentile (values_ns, n, 0.5);
  d.p95_ns = percentile (values_ns, n, 0.95);
  for (size_t i = 0; i < n; i++)
    {
      double off = (double) values_ns[i] - d.mean_ns;
      squares += off * off;
    }
  d.stddev_ns = n > 1 ? sqrt (squares / (double) (n - 1)) : 0;
  return d;
}
