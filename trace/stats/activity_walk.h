/* SPDX-License-Identifier: Apache-2.0
 *
 * The activities of one device in order of time, whatever streams and lanes they lie in.
 *
 * Activities are its finished kernels, copies and sets that take any time: what makes it busy. Its rows are
 * merged on the way, so that no list of them all is needed. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/model/trace.h"

/* What is left of one row: slices [at, end). */
typedef struct
{
  uint64_t at, end;
} RowRest;

COLUMN_DEFINE (RowRestColumn, row_rest_column, RowRest)

/* Whether a slice of a stream is one. */
bool activity_walk_holds (const SliceColumns *slices, uint64_t slice);

/* A binary heap of rows, on top the one whose activity comes next. */
typedef struct
{
  const SliceColumns *slices;
  RowRestColumn rows;
} ActivityWalk;

/* Begins with what has not ended by time_ns; where a row holds overlapping slices, ended ones may come along.
 * Returns false when memory runs out; call clear () in either case. O(rows of the device x log slices). */
bool activity_walk_init (ActivityWalk *walk, const Trace *trace, uint32_t device, int64_t time_ns);
void activity_walk_clear (ActivityWalk *walk);

/* The next activity by start, then slice; SLICE_NONE: there is none left. O(log rows), amortised. */
uint64_t activity_walk_next (ActivityWalk *walk);

/* The first slice of a row that has not ended by time_ns, or the one behind its last: all before have
 * ended. A slice of no length counts as 1 ns long. False: out of memory. O(log slices). */
bool row_first_open (const Trace *trace, const TraceRow *row, int64_t time_ns, uint64_t *ret_slice);
