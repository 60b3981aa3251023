/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/distribution.h"

#include <math.h>

#include "trace/stats/value_order.h"

double
distribution_percentile (const int64_t *sorted_ns, size_t n, double q)
{
  double position = (double) (n - 1) * q;
  size_t below = (size_t) position;
  size_t above = below + 1 < n ? below + 1 : below;
  double share = position - (double) below;

  return (double) sorted_ns[below] + ((double) sorted_ns[above] - (double) sorted_ns[below]) * share;
}

Distribution
distribution_of (int64_t *values_ns, size_t n)
{
  Distribution d = { .count = n };
  __int128 total_ns = 0;
  double squares = 0;

  if (n == 0)
    return d;
  value_order (values_ns, n);
  for (size_t i = 0; i < n; i++)
    total_ns += values_ns[i];
  d.total_ns = total_ns > INT64_MAX ? INT64_MAX : (int64_t) total_ns;
  d.min_ns = values_ns[0];
  d.max_ns = values_ns[n - 1];
  d.mean_ns = (double) total_ns / (double) n;
  d.median_ns = distribution_percentile (values_ns, n, 0.5);
  d.p95_ns = distribution_percentile (values_ns, n, 0.95);
  for (size_t i = 0; i < n; i++)
    {
      double off = (double) values_ns[i] - d.mean_ns;
      squares += off * off;
    }
  d.stddev_ns = n > 1 ? sqrt (squares / (double) (n - 1)) : 0;
  return d;
}
