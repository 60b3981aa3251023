/* SPDX-License-Identifier: Apache-2.0
 *
 * How far the difference of two runs may be from what is measured, given that steps of one run depend on each other.
 *
 * The values of a run are drawn again with replacement, in blocks of consecutive values, so that what follows one another
 * stays together (circular block bootstrap: Politis and Romano 1992). The difference of the two runs' mean, median or
 * 95th percentile is computed for each of many such draws; its quantiles give an interval.
 *
 *   block length   the largest l >= 1 with 2 l^3 <= n, for each run
 *   draws          BOOTSTRAP_DRAWS; fewer if n x draws would be more than BOOTSTRAP_VALUES_MAX, but at least 100
 *   generator      splitmix64 (Steele, Lea and Flood 2014) from the state that the caller gives for each run. A draw
 *                  takes ceil (n / l) begins of blocks, begin = ((z >> 32) x n) >> 32 for each output z, wraps
 *                  round at the end of the run, and keeps the first n values
 *   interval       [d - w (d - q_low), d + w (q_high - d)] around the measured difference d, where q are linearly
 *                  interpolated quantiles of the draws, and w = t (quantile, m - 1) / z (quantile) x sqrt (m / (m - 1)) for
 *                  m = the smaller run's n / l, rounded down. The plain bootstrap of few blocks is too narrow by
 *                  about this factor
 *
 * The same values give the same interval on every machine. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define BOOTSTRAP_DRAWS      2000
#define BOOTSTRAP_VALUES_MAX 40000000
#define BOOTSTRAP_LEAST      4 /* fewer values give no interval */

typedef enum
{
  BOOTSTRAP_MEAN,
  BOOTSTRAP_MEDIAN,
  BOOTSTRAP_P95,
  N_BOOTSTRAP_FIGURES
} BootstrapFigure;

/* The values of a run in order of time. */
typedef struct
{
  const double *values; /* borrowed; whole numbers, so that sums of them are exact */
  uint64_t n;
  uint64_t divisor; /* of every value: figures are those of values / divisor */
  uint64_t seed;    /* state of the generator to start with */
} BootstrapRun;

typedef struct
{
  double low, high;
} BootstrapInterval;

typedef struct
{
  double difference;       /* other - base */
  bool is_decided;         /* both runs have at least BOOTSTRAP_LEAST values; else the intervals are 0 */
  BootstrapInterval at_95; /* 95 % */
  BootstrapInterval at_99;
} BootstrapDifference;

uint64_t block_length (uint64_t n);

/* Returns the number of draws for runs of so many values. */
uint64_t bootstrap_draws (uint64_t n_base, uint64_t n_other);

/* Returns the figure of n > 0 values / divisor. Sorts values for the median and the percentile. */
double bootstrap_figure_of (BootstrapFigure figure, double *values, uint64_t n, uint64_t divisor);

/* Compares two runs of at least one value each, for every figure at once. should_continue (user_data) may be NULL; it is
 * called for every draw. Returns false when it returns false or memory runs out. O(draws x n). */
bool block_bootstrap_compute (const BootstrapRun *base,
                              const BootstrapRun *other,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              BootstrapDifference ret_differences[N_BOOTSTRAP_FIGURES]);

/* The same for means alone, which is faster. O(draws x n / block length). */
bool block_bootstrap_mean (const BootstrapRun *base,
                           const BootstrapRun *other,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           BootstrapDifference *ret_difference);

/* The square of the standard error of a run's mean, without drawing, for tests of many rows: with M_i the means of the n
 * circular blocks, the mean of (M_i - mean)^2, divided by m - 1 for m = n / l rounded down.
 *
 * The run is given by its values other than 0: values[i] of sample at[i], ascending. sums is the caller's array of n times
 * 0; it is all 0 again afterwards. O(values x l). */
double
block_error_squared (const int64_t *values, const uint32_t *at, uint64_t n_values, uint64_t n, double *sums);

/* Returns the probability of a difference of means at least as large if nothing differs: Student's t with m - 1 degrees of
 * freedom, m that of the shorter run. Both runs have at least BOOTSTRAP_LEAST values. */
double block_difference_p (double difference,
                           double base_error_squared,
                           double other_error_squared,
                           uint64_t n_base,
                           uint64_t n_other);
