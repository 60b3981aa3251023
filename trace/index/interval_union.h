/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of time: unions of half-open intervals, and their lengths, intersections and shares.
 *
 * Add intervals in any order, then merge once; the rest wants a merged union: ascending, disjoint, touching
 * intervals joined. Empty intervals add nothing. An all-zero struct is an empty, merged union. One owner while
 * adding; afterwards any thread may read. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"

typedef struct
{
  int64_t begin_ns, end_ns;
} Interval;

COLUMN_DEFINE (IntervalColumn, interval_column, Interval)

typedef struct
{
  IntervalColumn intervals;
} IntervalUnion;

void interval_union_clear (IntervalUnion *set);

/* False: out of memory, set unchanged. Adding to a merged union undoes that. */
bool interval_union_add (IntervalUnion *set, int64_t begin_ns, int64_t end_ns);

/* O(n) when the intervals were added nearly in order of begin, else O(n log n). */
void interval_union_merge (IntervalUnion *set);

/* ---- of merged unions ---- */

/* INT64_MAX when it does not fit. */
int64_t interval_union_length (const IntervalUnion *set);

/* Length of what lies in both. O(n + m). */
int64_t interval_union_intersection_length (const IntervalUnion *a, const IntervalUnion *b);

/* shares[i]: covered part (0 to 1) of the i-th of n equal parts of [begin_ns, end_ns). The edges are exact,
 * begin + i (end - begin) / n as rationals. All 0 for an empty window. O(intervals + n). */
void interval_union_busy_shares (const IntervalUnion *set,
                                 int64_t begin_ns,
                                 int64_t end_ns,
                                 uint32_t n,
                                 double *shares);
