/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts durations such that quantiles of the sum of many sketches are known within QUANTILE_SKETCH_ERROR of their value,
 * whatever the durations are (a mergeable summary, as DDSketch, Masson, Rim and Lee, VLDB 2019). Bins are log-linear, like
 * those of HdrHistogram: each power of two is divided into 64 bins of equal width, so that a bin is found without floating
 * point and is the same on every machine. Durations below 128 ns have bins of their own.
 *
 * Bit 31 of a bin tells that its durations are negative; the others then are the bin of the opposite. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/job_tables.h"

/* The middle of a bin is at most half of 1/64 from any of its values. */
#define QUANTILE_SKETCH_ERROR 0.0078125

/* Returns the bin of a duration. O(1). */
uint32_t quantile_sketch_bin_of (int64_t value_ns);

/* Returns the middle of a bin, 0 for one that does not exist. O(1). */
double quantile_sketch_value_ns (uint32_t bin);

/* Appends the bins of n durations in ascending order of their values; sorted_ns is ascending. O(n). Returns false when
 * memory runs out. */
bool quantile_sketch_append (JobBinColumn *bins, const int64_t *sorted_ns, size_t n);

/* Orders bins by their values, for qsort (). */
int quantile_sketch_compare (const void *a, const void *b);

/* Returns quantile q (0 to 1) of the durations in bins, which ascend by value, interpolated between the two nearest as
 * distribution_percentile () does. The lowest and the highest are known exactly. O(n). */
double
quantile_sketch_quantile (const JobBinRecord *bins, size_t n, double q, int64_t min_ns, int64_t max_ns);
