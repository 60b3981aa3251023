/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the slices of a row that overlap a span of time, also when they overlap one another.
 *
 * An implicit interval tree (after Li and Rong 2021, "Bedtk: finding interval overlap with implicit interval
 * tree", whose nodes are single intervals). The slices are sorted by start anyway, so a tree over them needs
 * no pointers, only the latest end below each node. Here the leaves are blocks of 64 slices, so that the tree
 * costs an eighth of a byte per slice, and a query reads columns in long runs. Level 0 holds the latest end
 * of each block; each further level holds the latest end of 8 nodes below it, up to a single root. All levels
 * lie one after the other in one array of the caller's, which may be mapped from a file.
 *
 * A slice occupies [start, start + max (dur, 1)), as in trace/index/lane.h. All functions are safe for any
 * contents of the arrays. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"

/* Returns the number of entries of the tree over n slices. */
size_t interval_index_length (size_t n);

/* Fills tree, which has interval_index_length (n) entries. start_ns must ascend. O(n). */
void interval_index_build (const int64_t *start_ns, const int64_t *dur_ns, size_t n, int64_t *tree);

/* Borrowed columns of one row with their tree. */
typedef struct
{
  size_t n;
  const int64_t *start_ns, *dur_ns;
  const int64_t *tree;
} IntervalIndex;

/* Appends the indices within the row of the slices that overlap [begin_ns, end_ns), in ascending order. O(log
 * n + k). Returns false if memory runs out. Any thread. */
bool interval_index_query (const IntervalIndex *index, int64_t begin_ns, int64_t end_ns, U64Column *out);
