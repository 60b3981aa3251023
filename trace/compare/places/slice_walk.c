/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/slice_walk.h"

#include "trace/container/heap.h"

static bool
comes_before (const RowRest *a, const RowRest *b)
{
  return a->begin_ns != b->begin_ns ? a->begin_ns < b->begin_ns : a->at < b->at;
}

HEAP_DEFINE (row_rests, RowRest, comes_before)

/* Moves a row to its next slice. Returns false if none is left. */
static bool
settle (const SliceWalk *walk, RowRest *row)
{
  while (row->at < row->end && walk->holds != NULL && !walk->holds (walk->user_data, row->at))
    row->at++;
  if (row->at >= row->end)
    return false;
  row->begin_ns = slice_start_ns (trace_slices (walk->trace), row->at);
  return true;
}

void
slice_walk_init (SliceWalk *walk,
                 const Trace *trace,
                 bool (*holds) (void *user_data, uint64_t slice),
                 void *user_data)
{
  *walk = (SliceWalk){ .trace = trace, .holds = holds, .user_data = user_data };
}

void
slice_walk_clear (SliceWalk *walk)
{
  row_rest_column_clear (&walk->rows);
}

bool
slice_walk_add (SliceWalk *walk, uint64_t first, uint64_t end)
{
  RowRest row = { .at = first, .end = end };

  return !settle (walk, &row) || row_rest_column_push (&walk->rows, row);
}

void
slice_walk_begin (SliceWalk *walk)
{
  row_rests_order (walk->rows.at, walk->rows.n);
}

uint64_t
slice_walk_next (SliceWalk *walk)
{
  uint64_t slice;

  if (walk->rows.n == 0)
    return SLICE_NONE;
  slice = walk->rows.at[0].at++;
  if (!settle (walk, &walk->rows.at[0]))
    walk->rows.at[0] = walk->rows.at[--walk->rows.n];
  row_rests_sink (walk->rows.at, walk->rows.n, 0);
  return slice;
}
