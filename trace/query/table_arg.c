/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/tables.h"

enum
{
  SLICE_ID,
  KEY,
  VALUE,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [SLICE_ID] = { "slice_id", "INTEGER", QUERY_BY_INTEGER, false },
  [KEY] = { "key", "TEXT", QUERY_BY_TEXT, false },
  [VALUE] = { "value", "TEXT", QUERY_NOT_NARROWED, false },
};

static const int8_t order[] = { SLICE_ID, -1 };

/* A rowid combines the slice's id and the position of the argument. It is unique as long as no slice has 2^24 arguments
 * and no profile 2^39 slices. */
#define PLACE_BITS 24

typedef struct
{
  QueryCursor base;
  uint64_t slice, end;
  bool is_open; /* iter is in use */
  ArgIter iter;
  Arg arg;
  uint64_t place;
  uint32_t key; /* TRACE_NONE: any */
} ArgCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double rows = (double) trace_slices (source->trace)->n * 4, cost;

  if (asked->equal & 1 << SLICE_ID)
    rows = 8;
  else if (asked->ranged & 1 << SLICE_ID)
    rows /= 4;
  cost = 2 + rows;
  if (asked->equal & 1 << KEY)
    rows = rows / 16 + 1;
  return (QueryEstimate){ rows, cost / 2 + rows };
}

static void
close_iter (ArgCursor *cursor)
{
  if (cursor->is_open)
    arg_iter_clear (&cursor->iter);
  cursor->is_open = false;
}

/* Moves to the next argument, of this slice or a later one. */
static int
arg_next (sqlite3_vtab_cursor *base)
{
  ArgCursor *cursor = (ArgCursor *) base;
  const Trace *trace = cursor->base.source->trace;

  for (; cursor->slice < cursor->end; cursor->slice++)
    {
      if (!cursor->is_open)
        {
          cursor->is_open = trace_args (trace, trace_slices (trace)->args[cursor->slice], &cursor->iter);
          cursor->place = 0;
        }
      while (cursor->is_open && arg_iter_next (&cursor->iter, &cursor->arg))
        {
          cursor->place++;
          if (cursor->key == TRACE_NONE || cursor->arg.key == cursor->key)
            return SQLITE_OK;
        }
      close_iter (cursor);
    }
  cursor->base.is_at_end = true;
  return SQLITE_OK;
}

static int
arg_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  ArgCursor *cursor = (ArgCursor *) base;

  close_iter (cursor);
  query_narrow_rows (narrow, SLICE_ID, trace_slices (base->source->trace)->n, &cursor->slice, &cursor->end);
  cursor->key = narrow->by[KEY].is_text ? narrow->by[KEY].string : TRACE_NONE;
  return arg_next (&base->base);
}

static void
arg_clear (QueryCursor *base)
{
  close_iter ((ArgCursor *) base);
}

static int
arg_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const ArgCursor *cursor = (const ArgCursor *) base;

  switch (column)
    {
    case SLICE_ID:
      query_result_id (context, cursor->slice);
      break;
    case KEY:
      query_text_result (cursor->base.source->text, context, cursor->arg.key);
      break;
    default:
      query_text_result_copy (context, cursor->arg.text, cursor->arg.length, cursor->arg.quoted);
      break;
    }
  return SQLITE_OK;
}

static int
arg_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  const ArgCursor *cursor = (const ArgCursor *) base;

  *ret_rowid = (sqlite3_int64) (cursor->slice << PLACE_BITS | (cursor->place & ((1 << PLACE_BITS) - 1)));
  return SQLITE_OK;
}

const QueryTable arg_table = {
  .name = "arg",
  .columns = columns,
  .uses = TRACE_USES_ARGUMENTS,
  .n_columns = N_COLUMNS,
  .id_column = -1,
  .order = order,
  .cursor_bytes = sizeof (ArgCursor),
  .estimate = estimate,
  .begin = arg_begin,
  .clear = arg_clear,
  .next = arg_next,
  .column = arg_column,
  .rowid = arg_rowid,
};
