/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/tables.h"

enum
{
  ID,
  KIND,
  FROM_SLICE,
  TO_SLICE,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [ID] = { "id", "INTEGER", QUERY_BY_INTEGER, false },
  [KIND] = { "kind", "TEXT", QUERY_NOT_NARROWED, false },
  [FROM_SLICE] = { "from_slice", "INTEGER", QUERY_BY_INTEGER, false },
  [TO_SLICE] = { "to_slice", "INTEGER", QUERY_BY_INTEGER, false },
};

static const int8_t order[] = { FROM_SLICE, TO_SLICE, -1 };

typedef struct
{
  QueryCursor base;
  uint64_t at, end;
  bool is_into; /* at counts flows in the order of their ends */
  int64_t first_id, last_id, low_from, high_from, low_to, high_to;
  uint64_t id;
  TraceFlow flow;
} FlowCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n = (double) trace_n_flows (source->trace), rows = n, looked_at = n;

  if (asked->equal & 1 << ID)
    return (QueryEstimate){ 1, 1 };
  if (asked->equal & (1 << FROM_SLICE | 1 << TO_SLICE))
    return (QueryEstimate){ 2, 4 };
  if (asked->ranged & (1 << ID | 1 << FROM_SLICE))
    looked_at = rows = n / 4;
  if (asked->ranged & 1 << TO_SLICE)
    rows /= 4;
  return (QueryEstimate){ rows, 1 + rows + looked_at / 4 };
}

static bool
fits (const FlowCursor *cursor)
{
  int64_t id = (int64_t) cursor->id, from = (int64_t) cursor->flow.from, to = (int64_t) cursor->flow.to;

  return id >= cursor->first_id && id <= cursor->last_id && from >= cursor->low_from
         && from <= cursor->high_from && to >= cursor->low_to && to <= cursor->high_to;
}

/* Moves to the first flow that fits, from cursor->at on. */
static int
search (FlowCursor *cursor)
{
  const Trace *trace = cursor->base.source->trace;

  for (; cursor->at < cursor->end; cursor->at++)
    {
      cursor->id = cursor->is_into ? trace_flow_into_id (trace, cursor->at) : cursor->at;
      cursor->flow = trace_flow (trace, cursor->id);
      if (fits (cursor))
        return SQLITE_OK;
    }
  cursor->base.is_at_end = true;
  return SQLITE_OK;
}

/* Counts the flows of [at, end) that begin at a smaller slice. */
static uint64_t
count_from_before (const FlowCursor *cursor, uint64_t slice)
{
  uint64_t low = cursor->at, high = cursor->end;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      const TraceFlow flow = trace_flow (cursor->base.source->trace, middle);

      if (flow.from < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
narrow_by_from (FlowCursor *cursor)
{
  if (cursor->high_from < 0)
    cursor->end = cursor->at;
  if (cursor->high_from >= 0 && cursor->high_from < INT64_MAX)
    cursor->end = count_from_before (cursor, (uint64_t) cursor->high_from + 1);
  if (cursor->low_from > 0)
    cursor->at = count_from_before (cursor, (uint64_t) cursor->low_from);
}

static void
take_range (const QueryNarrow *narrow, int column, int64_t *ret_low, int64_t *ret_high)
{
  *ret_low = narrow->by[column].is_integer ? narrow->by[column].low : INT64_MIN;
  *ret_high = narrow->by[column].is_integer ? narrow->by[column].high : INT64_MAX;
}

static int
flow_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  FlowCursor *cursor = (FlowCursor *) base;
  const Trace *trace = base->source->trace;

  take_range (narrow, ID, &cursor->first_id, &cursor->last_id);
  take_range (narrow, FROM_SLICE, &cursor->low_from, &cursor->high_from);
  take_range (narrow, TO_SLICE, &cursor->low_to, &cursor->high_to);
  /* Reads the flows into one slice, unless flows from one slice are requested as well. */
  cursor->is_into = cursor->low_to == cursor->high_to && cursor->low_from != cursor->high_from;
  if (cursor->is_into)
    {
      uint64_t n = cursor->low_to >= 0 ? trace_flows_to (trace, (uint64_t) cursor->low_to, &cursor->at) : 0;

      cursor->end = cursor->at + n;
    }
  else
    {
      query_narrow_rows (narrow, ID, trace_n_flows (trace), &cursor->at, &cursor->end);
      narrow_by_from (cursor);
    }
  return search (cursor);
}

static int
flow_next (sqlite3_vtab_cursor *base)
{
  FlowCursor *cursor = (FlowCursor *) base;

  cursor->at++;
  return search (cursor);
}

static int
flow_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const FlowCursor *cursor = (const FlowCursor *) base;

  switch (column)
    {
    case ID:
      query_result_id (context, cursor->id);
      break;
    case KIND:
      if (cursor->flow.kind == FLOW_OF_FILE)
        query_text_result (cursor->base.source->text, context, cursor->flow.category);
      else
        sqlite3_result_text (context, cursor->flow.kind == FLOW_LAUNCH ? "launch" : "sync", -1,
                             SQLITE_STATIC);
      break;
    case FROM_SLICE:
      query_result_id (context, cursor->flow.from);
      break;
    default:
      query_result_id (context, cursor->flow.to);
      break;
    }
  return SQLITE_OK;
}

static int
flow_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const FlowCursor *) base)->id;
  return SQLITE_OK;
}

const QueryTable flow_table = {
  .name = "flow",
  .columns = columns,
  .uses = TRACE_USES_FLOWS,
  .n_columns = N_COLUMNS,
  .id_column = ID,
  .order = order,
  .cursor_bytes = sizeof (FlowCursor),
  .estimate = estimate,
  .begin = flow_begin,
  .next = flow_next,
  .column = flow_column,
  .rowid = flow_rowid,
};
