/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/collective/collective_sizes.h"

#include <math.h>
#include <stdlib.h>

#include "trace/container/stoppable_order.h"
#include "trace/stats/distribution.h"

COLUMN_IMPLEMENT (CollectiveSizeColumn, collective_size_column)

static int
class_of (int64_t bytes)
{
  return 63 - __builtin_clzll ((unsigned long long) bytes);
}

static int
compare_points (const void *a, const void *b)
{
  const CollectivePoint *x = a, *y = b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (class_of (x->bytes) != class_of (y->bytes))
    return class_of (x->bytes) < class_of (y->bytes) ? -1 : 1;
  if (x->bus_gb_s != y->bus_gb_s)
    return x->bus_gb_s < y->bus_gb_s ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static int
compare_values (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

double
collective_sizes_quantile (const double *ascending, size_t n, double q)
{
  double at = q * (double) (n - 1);
  size_t below = (size_t) floor (at), above = MIN (below + 1, n - 1);

  return ascending[below] + (ascending[above] - ascending[below]) * (at - (double) below);
}

static void
set_quantiles (const double *ascending, size_t n, double ret_quantiles[N_BANDWIDTH_QUANTILES])
{
  static const double quantiles[N_BANDWIDTH_QUANTILES] = { 0.05, 0.5, 0.95 };

  for (int i = 0; i < N_BANDWIDTH_QUANTILES; i++)
    ret_quantiles[i] = collective_sizes_quantile (ascending, n, quantiles[i]);
}

/* points are those of a row, ascending by bus bandwidth. values has room for n. */
static CollectiveSize
size_of (const CollectivePoint *points, size_t n, double *values)
{
  CollectiveSize size = { .kind = points[0].kind,
                          .from_bytes = INT64_C (1) << class_of (points[0].bytes),
                          .n = n,
                          .slowest = points[0].slice };

  for (size_t i = 0; i < n; i++)
    {
      size.bytes = add_saturated (size.bytes, points[i].bytes);
      size.transfer_ns = add_saturated (size.transfer_ns, points[i].transfer_ns);
      values[i] = points[i].bus_gb_s;
    }
  set_quantiles (values, n, size.bus_gb_s);
  /* Groups of different sizes have different factors, and so another order. */
  for (size_t i = 0; i < n; i++)
    values[i] = points[i].algorithm_gb_s;
  qsort (values, n, sizeof *values, compare_values);
  set_quantiles (values, n, size.algorithm_gb_s);
  return size;
}

bool
collective_sizes_collect (CollectivePointColumn *points,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          CollectiveSizeColumn *ret_sizes)
{
  const CollectivePoint *at = points->at;
  double *values = malloc ((points->n + 1) * sizeof *values);
  bool ok = values != NULL
            && stoppable_order (points->at, points->n, sizeof *points->at, compare_points, should_continue, user_data);

  for (size_t first = 0, end; ok && first < points->n; first = end)
    {
      for (end = first + 1; end < points->n && at[end].kind == at[first].kind
                            && class_of (at[end].bytes) == class_of (at[first].bytes);)
        end++;
      ok = collective_size_column_push (ret_sizes, size_of (at + first, end - first, values));
    }
  free (values);
  return ok;
}
