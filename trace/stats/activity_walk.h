/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks the activities of one device in order of time, across all of its streams and lanes.
 *
 * Activities are finished kernels, memcpys and memsets that take time: they make the device busy. The rows are merged
 * during the walk, so no list of all activities is needed. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/model/trace.h"

/* The rest of one row: slices [at, end). */
typedef struct
{
  int64_t begin_ns; /* of at */
  uint64_t at, end;
} RowRest;

COLUMN_DEFINE (RowRestColumn, row_rest_column, RowRest)

/* Returns whether a slice of a stream is an activity. */
bool activity_walk_holds (const SliceColumns *slices, uint64_t slice);

/* A heap of rows (trace/container/heap.h); the row whose activity comes next is on top. */
typedef struct
{
  const SliceColumns *slices;
  RowRestColumn rows;
} ActivityWalk;

/* Starts with the activities that have not ended by time_ns. If slices of a row overlap, ended ones may be included.
 * Returns false when memory runs out; call clear () in either case. O(rows of the device x log slices). */
bool activity_walk_init (ActivityWalk *walk, const Trace *trace, uint32_t device, int64_t time_ns);
void activity_walk_clear (ActivityWalk *walk);

/* Returns the next activity, ordered by start, then slice; SLICE_NONE when none is left. O(log rows), amortised. */
uint64_t activity_walk_next (ActivityWalk *walk);

/* Returns the first slice of a row that has not ended by time_ns, or the slice behind the last; all earlier slices have
 * ended. A slice of length 0 counts as 1 ns long. Returns false when memory runs out. O(log slices). */
bool row_first_open (const Trace *trace, const TraceRow *row, int64_t time_ns, uint64_t *ret_slice);
