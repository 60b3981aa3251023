/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of each group of slices: sum, spread and percentiles of the durations of those that start in the window,
 * and how they are distributed. */

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
  int64_t self_ns;          /* the total, until trace/stats/tables/self_times.h says otherwise */
} GroupFigures;

/* ret_figures: of the groups in which something starts in the window, *ret_n of them, ascending by key; to be freed.
 * Changes the order of groups' durations, on several threads. False: not wanted any more, or out of memory; nothing to
 * be freed. O(slices). */
bool group_figures_compute (const StatsScope *scope,
                            SliceGroups *groups,
                            bool (*is_wanted) (void *user_data),
                            void *user_data,
                            GroupFigures **ret_figures,
                            uint64_t *ret_n);

/* How many of the n > 0 sorted values lie in each of STAT_BINS bins. */
void duration_bins (const int64_t *sorted_ns, size_t n, uint32_t bins[STAT_BINS]);
