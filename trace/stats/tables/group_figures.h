/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of each group of slices: sum, spread and percentiles of the durations of the slices that start in the
 * window, and their distribution. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/tables/slice_groups.h"
#include "trace/stats/tables/stat_table.h"

typedef struct
{
  uint32_t key;
  uint64_t longest; /* slice */
  int64_t covered_ns;
  Distribution duration; /* count > 0 */
  double p99_ns;
  uint32_t bins[STAT_BINS]; /* as in StatRow */
  int64_t self_ns;          /* the total, until self times are computed (trace/stats/tables/self_times.h) */
} GroupFigures;

/* Computes the figures of the *ret_n groups with slices that start in the window, ascending by key; free *ret_figures.
 * Reorders the groups' durations, on several threads. Returns false when the result is no longer wanted or memory runs
 * out; then there is nothing to free. O(slices). */
bool group_figures_compute (const StatsScope *scope,
                            SliceGroups *groups,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            GroupFigures **ret_figures,
                            uint64_t *ret_n);

/* Counts the n > 0 sorted values in each of STAT_BINS bins. */
void duration_bins (const int64_t *sorted_ns, size_t n, uint32_t bins[STAT_BINS]);
