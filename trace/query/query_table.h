/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a profile for SQLite: a virtual table that reads the profile's columns in place.
 *
 * Each table describes its columns. query_table.c holds what is common to all: which conditions of a query let a table
 * look at fewer rows, and in which orders its rows come naturally. SQLite checks every condition again, except
 * comparisons with an integer that is written in the query. So narrowing may keep rows that do not fit, but must not
 * lose any. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/file/verify.h"
#include "trace/query/query_narrow.h"
#include "trace/query/query_source.h"

typedef struct
{
  const char *name, *type;
  QueryNarrowing narrowing;
  bool is_sortable; /* begin () can return rows in the order of this column */
} QueryColumn;

/* The narrowed columns: bit i is column i. */
typedef struct
{
  uint32_t equal, ranged;
} QueryAsked;

typedef struct
{
  double rows, cost; /* cost: about 1 per returned row, less per skipped row */
} QueryEstimate;

typedef struct QueryTable QueryTable;

/* The first member of every table's cursor. */
typedef struct
{
  sqlite3_vtab_cursor base;
  const QuerySource *source;
  bool is_at_end;
} QueryCursor;

struct QueryTable
{
  const char *name;
  const QueryColumn *columns;
  int n_columns;
  int id_column;       /* the column that equals the rowid, or -1 */
  const int8_t *order; /* columns by which rows ascend, most significant first; ends with -1. NULL if none */
  unsigned uses;   /* used parts of the profile apart from its tables: TRACE_USES_... */
  size_t cursor_bytes; /* size of the cursor, which begins with a QueryCursor and is all zero at first */

  QueryEstimate (*estimate) (const QuerySource *source, const QueryAsked *asked);

  /* Moves to the first row, also when the cursor was used before. Returns SQLite's code. */
  int (*begin) (QueryCursor *cursor, const QueryNarrow *narrow);
  void (*clear) (QueryCursor *cursor); /* frees the contents of the cursor; NULL if there are none */

  /* As in sqlite3_module: SQLite calls them directly, once per row and column. */
  int (*next) (sqlite3_vtab_cursor *cursor);
  int (*column) (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
  int (*rowid) (sqlite3_vtab_cursor *cursor, sqlite3_int64 *ret_rowid);
};

/* Adds the table "prefix" + name to the database. table and source are borrowed and must outlive it. Returns SQLite's
 * code. */
int
query_table_register (sqlite3 *db, const char *prefix, const QueryTable *table, const QuerySource *source);

static inline void
query_result_id (sqlite3_context *context, uint64_t id)
{
  sqlite3_result_int64 (context, (sqlite3_int64) id);
}
