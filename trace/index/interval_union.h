/* SPDX-License-Identifier: Apache-2.0
 *
 * Unions of half-open time intervals, with their lengths, intersections and shares.
 *
 * Add intervals in any order, then merge once. The other functions need a merged union: ascending, disjoint,
 * with touching intervals joined. Empty intervals add nothing. An all-zero struct is an empty, merged union.
 * It has one owner while intervals are added; afterwards any thread may read. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"

typedef struct
{
  int64_t begin_ns, end_ns;
} Interval;

COLUMN_DEFINE_LARGE (IntervalColumn, interval_column, Interval)

typedef struct
{
  IntervalColumn intervals;
} IntervalUnion;

void interval_union_clear (IntervalUnion *set);

/* Returns false, with set unchanged, if memory runs out. After an addition the union is no longer merged. */
bool interval_union_add (IntervalUnion *set, int64_t begin_ns, int64_t end_ns);

/* Takes O(n) time if the intervals were added nearly in order of begin, else O(n log n). */
void interval_union_merge (IntervalUnion *set);

/* ---- for merged unions ---- */

/* Returns the sum of the lengths in ns, or INT64_MAX if it does not fit. */
int64_t interval_union_length (const IntervalUnion *set);

/* Returns the length in ns of the time that lies in both. O(n + m). */
int64_t interval_union_intersection_length (const IntervalUnion *a, const IntervalUnion *b);

/* Divides [begin_ns, end_ns) into n equal parts and sets shares[i] to the covered share (0 to 1) of part i.
 * The edges are exact: begin + i (end - begin) / n as rationals. All shares are 0 for an empty window.
 * O(intervals + n). */
void interval_union_busy_shares (const IntervalUnion *set,
                                 int64_t begin_ns,
                                 int64_t end_ns,
                                 uint32_t n,
                                 double *shares);

/* The same for intervals that come one after another, ascending by begin, and may overlap: so none must be kept. */
typedef struct
{
  int64_t begin_ns, end_ns;
  uint32_t n;
  double *shares;
  __int128 covered, edge; /* of part at so far, and where it ends, in units of 1/n ns */
  uint32_t at;
  int64_t until_ns; /* end of what was added */
} BusyShares;

/* shares has n entries, all of which are set by busy_shares_finish (); it is borrowed until then. */
BusyShares busy_shares_begin (int64_t begin_ns, int64_t end_ns, uint32_t n, double *shares);
void busy_shares_add (BusyShares *busy, int64_t begin_ns, int64_t end_ns);
void busy_shares_finish (BusyShares *busy);
