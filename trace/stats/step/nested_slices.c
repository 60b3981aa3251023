/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/nested_slices.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/heap.h"
#include "trace/index/occupied.h"

#define ASK_EVERY 65536
#define N_MARKS   8

/* The slices of a row that have not been visited. */
typedef struct
{
  uint64_t slice, end;
  int64_t begin_ns, end_ns; /* of slice */
  size_t order;             /* of the row */
} RowCursor;

COLUMN_DEFINE (RowCursorColumn, row_cursor_column, RowCursor)
COLUMN_IMPLEMENT (RowCursorColumn, row_cursor_column)

/* The slices visited so far. They began before the next one, so those that end no earlier are around it. */
typedef struct
{
  uint8_t marks;             /* of all of them */
  int64_t until_ns[N_MARKS]; /* by mark in marks: the last end of a slice with that mark */
} Visited;

static bool
is_before (const RowCursor *a, const RowCursor *b)
{
  if (a->begin_ns != b->begin_ns)
    return a->begin_ns < b->begin_ns;
  return a->end_ns != b->end_ns ? a->end_ns > b->end_ns : a->order < b->order;
}

HEAP_DEFINE (row_cursors, RowCursor, is_before)

static void
read_times (const SliceColumns *slices, RowCursor *row)
{
  row->begin_ns = slice_start_ns (slices, row->slice);
  row->end_ns = slice_end_ns (slices, row->slice);
}

static bool
collect_rows (const NestedSlices *walk, RowCursorColumn *rows)
{
  for (size_t i = 0; i < walk->n_tracks; i++)
    {
      const TraceTrack *track = trace_track (walk->trace, walk->tracks[i]);

      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        {
          const TraceRow *row = trace_row (walk->trace, r);
          RowCursor rest = { .slice = row->first_slice,
                             .end = row->first_slice + row->n_slices,
                             .order = rows->n };

          if (row->n_slices == 0)
            continue;
          read_times (trace_slices (walk->trace), &rest);
          if (!row_cursor_column_push (rows, rest))
            return false;
        }
    }
  row_cursors_order (rows->at, rows->n);
  return true;
}

static uint8_t
marks_around (const Visited *visited, const RowCursor *row)
{
  int64_t end_ns = row->end_ns > row->begin_ns ? row->end_ns : occupied_until (row->begin_ns, 0);
  uint8_t marks = 0;

  for (unsigned rest = visited->marks; rest != 0; rest &= rest - 1)
    {
      int mark = __builtin_ctz (rest);

      if (visited->until_ns[mark] >= end_ns)
        marks |= (uint8_t) (1u << mark);
    }
  return marks;
}

static void
add_visited (Visited *visited, const RowCursor *row, uint8_t marks)
{
  if (row->end_ns <= row->begin_ns)
    return;
  for (unsigned rest = marks; rest != 0; rest &= rest - 1)
    {
      int mark = __builtin_ctz (rest);
      bool is_first = !(visited->marks & 1u << mark);

      if (is_first || visited->until_ns[mark] < row->end_ns)
        visited->until_ns[mark] = row->end_ns;
    }
  visited->marks |= marks;
}

bool
nested_slices_walk (const NestedSlices *walk)
{
  const SliceColumns *slices = trace_slices (walk->trace);
  RowCursorColumn rows = { 0 };
  Visited visited = { 0 };
  bool ok = collect_rows (walk, &rows);

  for (uint64_t n_visited = 0; ok && rows.n > 0; n_visited++)
    {
      RowCursor *first = &rows.at[0];

      if (n_visited % ASK_EVERY == 0 && walk->should_continue != NULL
          && !walk->should_continue (walk->user_data))
        {
          ok = false;
          break;
        }
      uint8_t own = walk->visit (first->slice, marks_around (&visited, first), walk->visit_data);
      add_visited (&visited, first, own);

      if (++first->slice < first->end)
        read_times (slices, first);
      else
        *first = rows.at[--rows.n];
      row_cursors_sink (rows.at, rows.n, 0);
    }
  row_cursor_column_clear (&rows);
  return ok;
}
