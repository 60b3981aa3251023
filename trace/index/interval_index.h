/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices of a row overlap a span of time, also when they overlap one another.
 *
 * An implicit interval tree (after Li and Rong 2021, "Bedtk: finding interval overlap with implicit interval
 * tree", whose nodes are single intervals): the slices are sorted by start anyway, so a tree over them needs
 * no pointers, only the latest end below each node. Here the leaves are blocks of 64 slices, so that the tree
 * costs an eighth of a byte per slice, and a query reads columns in long runs. Level 0 holds the latest end of
 * each block; each further level the latest of 8 nodes below it, down to a single root. All levels lie one
 * after the other in one array of the caller's, which may as well be mapped from a file.
 *
 * A slice occupies [start, start + max (dur, 1)), as in trace/index/lane.h. Safe for any contents of the arrays. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"

/* Entries of the tree over n slices. */
size_t interval_index_length (size_t n);

/* start_ns ascending. tree: interval_index_length (n) entries, filled. O(n). */
void interval_index_build (const int64_t *start_ns, const int64_t *dur_ns, size_t n, int64_t *tree);

/* Borrowed columns of one row with their tree. */
typedef struct
{
  size_t n;
  const int64_t *start_ns, *dur_ns;
  const int64_t *tree;
} IntervalIndex;

/* Appends the slices that overlap [begin_ns, end_ns), ascending: indices within the row.
 * O(log n + k). False: out of memory. Any thread. */
bool interval_index_query (const IntervalIndex *index, int64_t begin_ns, int64_t end_ns, U64Column *out);
