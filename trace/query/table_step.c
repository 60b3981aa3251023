/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/tables.h"

enum
{
  ID,
  RANK,
  IDX,
  NUMBER,
  NAME,
  HOST_BEGIN,
  HOST_END,
  DEVICE_BEGIN,
  DEVICE_END,
  WALL,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [ID] = { "id", "INTEGER", QUERY_BY_INTEGER, false },
  [RANK] = { "rank", "INTEGER", QUERY_NOT_NARROWED, false },
  [IDX] = { "idx", "INTEGER", QUERY_NOT_NARROWED, false },
  [NUMBER] = { "number", "INTEGER", QUERY_NOT_NARROWED, false },
  [NAME] = { "name", "TEXT", QUERY_NOT_NARROWED, false },
  [HOST_BEGIN] = { "host_begin_ns", "INTEGER", QUERY_NOT_NARROWED, false },
  [HOST_END] = { "host_end_ns", "INTEGER", QUERY_NOT_NARROWED, false },
  [DEVICE_BEGIN] = { "device_begin_ns", "INTEGER", QUERY_NOT_NARROWED, false },
  [DEVICE_END] = { "device_end_ns", "INTEGER", QUERY_NOT_NARROWED, false },
  [WALL] = { "wall_ns", "INTEGER", QUERY_NOT_NARROWED, false },
};

typedef struct
{
  QueryCursor base;
  uint64_t at, end;
} StepCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n = asked->equal & 1 << ID ? 1 : (double) step_table_count (source->steps);

  if (asked->ranged & 1 << ID)
    n /= 4;
  return (QueryEstimate){ n, 1 + n };
}

static int
step_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  StepCursor *cursor = (StepCursor *) base;

  query_narrow_rows (narrow, ID, step_table_count (base->source->steps), &cursor->at, &cursor->end);
  base->is_at_end = cursor->at >= cursor->end;
  return SQLITE_OK;
}

static int
step_next (sqlite3_vtab_cursor *base)
{
  StepCursor *cursor = (StepCursor *) base;

  cursor->base.is_at_end = ++cursor->at >= cursor->end;
  return SQLITE_OK;
}

static int
step_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const StepCursor *cursor = (const StepCursor *) base;
  const Trace *trace = cursor->base.source->trace;
  const TraceStep *step = step_table_get (cursor->base.source->steps, cursor->at);

  switch (column)
    {
    case ID:
      query_result_id (context, cursor->at);
      break;
    case RANK:
      if (step->rank < trace_n_ranks (trace))
        sqlite3_result_int64 (context, trace_rank (trace, step->rank)->number);
      break;
    case IDX:
      query_result_id (context, step->index);
      break;
    case NUMBER:
      if (step->has_number)
        sqlite3_result_int64 (context, step->number);
      break;
    case NAME:
      query_text_result (cursor->base.source->text, context, slice_name (trace_slices (trace), step->slice));
      break;
    case HOST_BEGIN:
      sqlite3_result_int64 (context, step->host_begin_ns);
      break;
    case HOST_END:
      sqlite3_result_int64 (context, step->host_end_ns);
      break;
    case DEVICE_BEGIN:
      if (step->has_device)
        sqlite3_result_int64 (context, step->device_begin_ns);
      break;
    case DEVICE_END:
      if (step->has_device)
        sqlite3_result_int64 (context, step->device_end_ns);
      break;
    default:
      sqlite3_result_int64 (context, step->wall_ns);
      break;
    }
  return SQLITE_OK;
}

static int
step_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const StepCursor *) base)->at;
  return SQLITE_OK;
}

const QueryTable step_table = {
  .name = "step",
  .columns = columns,
  .n_columns = N_COLUMNS,
  .id_column = ID,
  .cursor_bytes = sizeof (StepCursor),
  .estimate = estimate,
  .begin = step_begin,
  .next = step_next,
  .column = step_column,
  .rowid = step_rowid,
};
