/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "trace/model/slice_find.h"
#include "trace/query/slice_depth.h"
#include "trace/query/slice_scan.h"
#include "trace/query/slice_sort.h"
#include "trace/query/tables.h"

static const QueryColumn columns[N_SLICE_COLUMNS] = {
  [SLICE_ID] = { "id", "INTEGER", QUERY_BY_INTEGER, false },
  [SLICE_TRACK_ID] = { "track_id", "INTEGER", QUERY_BY_INTEGER, false },
  [SLICE_TS] = { "ts_ns", "INTEGER", QUERY_BY_INTEGER, false },
  [SLICE_DUR] = { "dur_ns", "INTEGER", QUERY_NOT_NARROWED, false },
  [SLICE_DEPTH] = { "depth", "INTEGER", QUERY_NOT_NARROWED, false },
  [SLICE_LANE] = { "lane", "INTEGER", QUERY_NOT_NARROWED, false },
  [SLICE_NAME] = { "name", "TEXT", QUERY_BY_TEXT, true },
  [SLICE_CATEGORY] = { "category", "TEXT", QUERY_BY_TEXT, true },
  [SLICE_CORRELATION] = { "correlation", "INTEGER", QUERY_BY_EQUAL, false },
  [SLICE_STEP_ID] = { "step_id", "INTEGER", QUERY_NOT_NARROWED, false },
};

static const int8_t order[] = { SLICE_TRACK_ID, SLICE_ID, -1 };

typedef struct
{
  QueryCursor base;
  SliceScan scan;
  uint64_t slice;
  uint64_t *sorted; /* NULL: in the order of the scan */
  uint64_t n_sorted, at;
  uint32_t row; /* where the last lane was found */
  SliceDepth depth;
} SliceCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n = (double) trace_slices (source->trace)->n, rows = n, looked_at;

  if (asked->equal & 1 << SLICE_ID)
    return (QueryEstimate){ 1, 1 };
  if (asked->equal & 1 << SLICE_CORRELATION)
    return (QueryEstimate){ 2, 4 };
  if (asked->ranged & 1 << SLICE_ID)
    rows /= 4;
  if (asked->equal & 1 << SLICE_TRACK_ID)
    rows /= 1 + trace_n_tracks (source->trace) / 4.0;
  else if (asked->ranged & 1 << SLICE_TRACK_ID)
    rows /= 4;
  if (asked->equal & 1 << SLICE_TS)
    rows /= 1 + n / 10;
  else if (asked->ranged & 1 << SLICE_TS)
    rows /= 8;
  looked_at = rows;
  if (asked->equal & 1 << SLICE_NAME)
    rows /= 64;
  if (asked->equal & 1 << SLICE_CATEGORY)
    rows /= 8;
  if ((asked->equal | asked->ranged) & 1 << SLICE_TS && !(asked->equal & 1 << SLICE_TRACK_ID))
    looked_at += trace_n_rows (source->trace);
  return (QueryEstimate){ rows, 2 + rows + looked_at / 16 };
}

static int
slice_next (sqlite3_vtab_cursor *base)
{
  SliceCursor *cursor = (SliceCursor *) base;

  if (cursor->sorted == NULL)
    cursor->base.is_at_end = !slice_scan_next (&cursor->scan, &cursor->slice);
  else if (cursor->at < cursor->n_sorted)
    cursor->slice = cursor->sorted[cursor->at++];
  else
    cursor->base.is_at_end = true;
  return SQLITE_OK;
}

static void
clear_sorted (SliceCursor *cursor)
{
  free (cursor->sorted);
  cursor->sorted = NULL;
  cursor->n_sorted = cursor->at = 0;
}

static int
slice_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  SliceCursor *cursor = (SliceCursor *) base;

  clear_sorted (cursor);
  int status = slice_scan_begin (&cursor->scan, base->source, narrow);
  if (status == SQLITE_OK && narrow->sort_column >= 0)
    status = slice_sort (base->source, &cursor->scan,
                         narrow->sort_column == SLICE_NAME ? slice_name : slice_category,
                         narrow->is_descending, &cursor->sorted, &cursor->n_sorted);
  return status == SQLITE_OK ? slice_next (&cursor->base.base) : status;
}

static void
slice_clear (QueryCursor *base)
{
  SliceCursor *cursor = (SliceCursor *) base;

  clear_sorted (cursor);
  slice_depth_clear (&cursor->depth);
}

static uint32_t
lane_of (SliceCursor *cursor)
{
  const Trace *trace = cursor->base.source->trace;

  if (cursor->row < trace_n_rows (trace)
      && cursor->slice - trace_row (trace, cursor->row)->first_slice
           < trace_row (trace, cursor->row)->n_slices)
    return trace_row (trace, cursor->row)->lane;
  cursor->row = slice_find_row (trace, cursor->slice);
  return cursor->row < trace_n_rows (trace) ? trace_row (trace, cursor->row)->lane : 0;
}

static bool
step_of (const QuerySource *source, uint64_t slice, uint64_t *ret_step)
{
  const SliceColumns *slices = trace_slices (source->trace);

  if (slice_kind_is_on_device ((SliceKind) slices->kind[slice]))
    slice = trace_launch_of (source->trace, slice);
  return slice != SLICE_NONE
         && step_at_find (source->step_at,
                          trace_track (source->trace, trace_track_of (source->trace, slice))->rank,
                          slices->start_ns[slice], ret_step);
}

static void
result_depth (SliceCursor *cursor, sqlite3_context *context)
{
  uint64_t depth;

  if (slice_depth_get (&cursor->depth, cursor->base.source->trace, cursor->slice, &depth))
    query_result_id (context, depth);
  else
    sqlite3_result_error_nomem (context);
}

static int
slice_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  SliceCursor *cursor = (SliceCursor *) base;
  const SliceColumns *slices = cursor->scan.slices;
  uint64_t slice = cursor->slice, step;

  switch (column)
    {
    case SLICE_ID:
      query_result_id (context, slice);
      break;
    case SLICE_TRACK_ID:
      query_result_id (context, trace_track_of (cursor->base.source->trace, slice));
      break;
    case SLICE_TS:
      sqlite3_result_int64 (context, slices->start_ns[slice]);
      break;
    case SLICE_DUR:
      sqlite3_result_int64 (context, slices->dur_ns[slice]);
      break;
    case SLICE_DEPTH:
      result_depth (cursor, context);
      break;
    case SLICE_LANE:
      query_result_id (context, lane_of (cursor));
      break;
    case SLICE_NAME:
      query_text_result (cursor->base.source->text, context, slice_name (slices, slice));
      break;
    case SLICE_CATEGORY:
      query_text_result (cursor->base.source->text, context, slice_category (slices, slice));
      break;
    case SLICE_CORRELATION:
      if (slices->correlation[slice] != 0)
        sqlite3_result_int64 (context, slices->correlation[slice]);
      break;
    default:
      if (step_of (cursor->base.source, slice, &step))
        query_result_id (context, step);
      break;
    }
  return SQLITE_OK;
}

static int
slice_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const SliceCursor *) base)->slice;
  return SQLITE_OK;
}

const QueryTable slice_table = {
  .name = "slice",
  .columns = columns,
  .uses = TRACE_USES_SLICES | TRACE_USES_FLOWS,
  .n_columns = N_SLICE_COLUMNS,
  .id_column = SLICE_ID,
  .order = order,
  .cursor_bytes = sizeof (SliceCursor),
  .estimate = estimate,
  .begin = slice_begin,
  .clear = slice_clear,
  .next = slice_next,
  .column = slice_column,
  .rowid = slice_rowid,
};
