/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/query/tables.h"

enum
{
  SLICE_ID,
  FIRST_NUMBER, /* one for each KernelNumber */
  PRECISION = FIRST_NUMBER + N_KERNEL_NUMBERS,
  TENSOR_CORE,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [SLICE_ID] = { "slice_id", "INTEGER", QUERY_BY_INTEGER, false },
  [FIRST_NUMBER + KERNEL_GRID_X] = { "grid_x", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_GRID_Y] = { "grid_y", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_GRID_Z] = { "grid_z", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_BLOCK_X] = { "block_x", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_BLOCK_Y] = { "block_y", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_BLOCK_Z] = { "block_z", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_REGISTERS] = { "registers", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_NUMBER + KERNEL_SHARED_BYTES] = { "shared_bytes", "INTEGER", QUERY_NOT_NARROWED, false },
  [PRECISION] = { "precision", "TEXT", QUERY_NOT_NARROWED, false },
  [TENSOR_CORE] = { "tensor_core", "INTEGER", QUERY_NOT_NARROWED, false },
};

static const int8_t order[] = { SLICE_ID, -1 };

typedef struct
{
  QueryCursor base;
  uint64_t slice, end;
  bool has_shape; /* of this slice */
  KernelShape shape;
} KernelCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n = (double) trace_slices (source->trace)->n;

  if (asked->equal & 1 << SLICE_ID)
    return (QueryEstimate){ 1, 1 };
  if (asked->ranged & 1 << SLICE_ID)
    n /= 4;
  return (QueryEstimate){ n / 8, 1 + n / 7 };
}

/* Moves to the first kernel from cursor->slice on. */
static int
search (KernelCursor *cursor)
{
  const uint8_t *kind = trace_slices (cursor->base.source->trace)->kind;
  const uint8_t *found = NULL;

  if (cursor->slice < cursor->end)
    found = memchr (kind + cursor->slice, SLICE_KERNEL, cursor->end - cursor->slice);
  cursor->base.is_at_end = found == NULL;
  if (found != NULL)
    cursor->slice = (uint64_t) (found - kind);
  cursor->has_shape = false;
  return SQLITE_OK;
}

static int
kernel_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  KernelCursor *cursor = (KernelCursor *) base;

  query_narrow_rows (narrow, SLICE_ID, trace_slices (base->source->trace)->n, &cursor->slice, &cursor->end);
  return search (cursor);
}

static int
kernel_next (sqlite3_vtab_cursor *base)
{
  KernelCursor *cursor = (KernelCursor *) base;

  cursor->slice++;
  return search (cursor);
}

/* The result is NULL if the value is unknown. */
static int
set_class (sqlite3_context *context, const KernelCursor *cursor, int column)
{
  const KernelClasses *classes = query_source_classes (cursor->base.source);

  if (classes == NULL)
    return query_source_is_over (cursor->base.source) ? SQLITE_INTERRUPT : SQLITE_NOMEM;

  Precision precision = kernel_classes_precision (classes, cursor->slice);
  TensorCore tensor_core = kernel_classes_tensor_core (classes, cursor->slice);
  if (column == PRECISION && precision != PRECISION_UNKNOWN)
    sqlite3_result_text (context, precision_word (precision), -1, SQLITE_STATIC);
  else if (column == TENSOR_CORE && tensor_core != TENSOR_CORE_UNKNOWN)
    sqlite3_result_int (context, tensor_core == TENSOR_CORE_YES);
  return SQLITE_OK;
}

static int
kernel_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  KernelCursor *cursor = (KernelCursor *) base;

  if (column == SLICE_ID)
    query_result_id (context, cursor->slice);
  else if (column < PRECISION)
    {
      if (!cursor->has_shape)
        cursor->shape = kernel_shape_of (cursor->base.source->trace, cursor->slice);
      cursor->has_shape = true;
      if (cursor->shape.is_known[column - FIRST_NUMBER])
        sqlite3_result_int64 (context, cursor->shape.number[column - FIRST_NUMBER]);
    }
  else
    return set_class (context, cursor, column);
  return SQLITE_OK;
}

static int
kernel_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const KernelCursor *) base)->slice;
  return SQLITE_OK;
}

const QueryTable kernel_table = {
  .name = "kernel",
  .columns = columns,
  .uses = TRACE_USES_SLICES | TRACE_USES_ARGUMENTS | TRACE_USES_FLOWS,
  .n_columns = N_COLUMNS,
  .id_column = SLICE_ID,
  .order = order,
  .cursor_bytes = sizeof (KernelCursor),
  .estimate = estimate,
  .begin = kernel_begin,
  .next = kernel_next,
  .column = kernel_column,
  .rowid = kernel_rowid,
};
