/* SPDX-License-Identifier: Apache-2.0
 *
 * The bandwidths of collectives by what they do and by the size of their messages, in powers of two. */

#pragma once

#include "trace/stats/collective/collective_points.h"

typedef enum
{
  BANDWIDTH_P5,
  BANDWIDTH_MEDIAN,
  BANDWIDTH_P95,
  N_BANDWIDTH_QUANTILES
} BandwidthQuantile;

/* Collectives of one kind whose bytes are at least from_bytes and less than twice that. */
typedef struct
{
  CollectiveKind kind;
  int64_t from_bytes; /* a power of two */
  uint64_t n;
  int64_t bytes, transfer_ns; /* sums; saturate */
  double algorithm_gb_s[N_BANDWIDTH_QUANTILES], bus_gb_s[N_BANDWIDTH_QUANTILES]; /* as distribution_percentile () */
  uint64_t slowest; /* slice of the one with the lowest bus bandwidth */
} CollectiveSize;

COLUMN_DEFINE (CollectiveSizeColumn, collective_size_column, CollectiveSize)

/* Puts the points into the order of the rows, and adds the rows: by kind, then size. *ret_sizes must be empty; clear it in
 * either case. should_continue (user_data) may be NULL. Returns false when it returns false or memory runs out.
 * O(n log n). */
bool collective_sizes_collect (CollectivePointColumn *points,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               CollectiveSizeColumn *ret_sizes);

/* Returns quantile q (0 to 1) of n > 0 ascending values, between the two nearest ones. O(1). */
double collective_sizes_quantile (const double *ascending, size_t n, double q);
