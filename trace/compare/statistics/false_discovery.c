/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/statistics/false_discovery.h"

#include <stdlib.h>

static int
compare_p (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

double
false_discovery_limit (double *p, size_t n, double share)
{
  size_t first = 0;
  double limit = -1;

  qsort (p, n, sizeof *p, compare_p);
  while (first < n && p[first] < 0)
    first++;
  for (size_t i = first; i < n; i++)
    if (p[i] <= share * (double) (i - first + 1) / (double) (n - first))
      limit = p[i];
  return limit;
}
