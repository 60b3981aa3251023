/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a profile as SQLite sees it: a virtual table that reads the profile's columns in place.
 *
 * Each table describes its columns; what is common to all lies in query_table.c: which conditions of a query a
 * table can use to look at fewer rows, and in which orders its rows come by themselves. SQLite checks every
 * condition again, but those that compare with an integer written in the query, so narrowing may keep rows that do
 * not fit but must not lose any. */

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
  bool is_sortable; /* begin () can be asked for rows in order of this column alone */
} QueryColumn;

/* Which columns are narrowed: bit i is column i. */
typedef struct
{
  uint32_t equal, ranged;
} QueryAsked;

typedef struct
{
  double rows, cost; /* cost: about 1 per row that is produced, less for one that is passed over */
} QueryEstimate;

typedef struct QueryTable QueryTable;

/* The begin of every table's cursor. */
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
  int id_column;       /* the column that equals the rowid; -1: none */
  const int8_t *order; /* columns by which rows ascend, the first one first; ends in -1. NULL: none */
  unsigned uses;   /* of the profile, beside its tables: TRACE_USES_... */
  size_t cursor_bytes; /* begins with a QueryCursor; all zero at first */

  QueryEstimate (*estimate) (const QuerySource *source, const QueryAsked *asked);

  /* Goes to the first row, also when the cursor was in use before. Returns SQLite's code. */
  int (*begin) (QueryCursor *cursor, const QueryNarrow *narrow);
  void (*clear) (QueryCursor *cursor); /* frees what the cursor holds; NULL: nothing */

  /* As of sqlite3_module: called by SQLite without a detour, once per row and column. */
  int (*next) (sqlite3_vtab_cursor *cursor);
  int (*column) (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
  int (*rowid) (sqlite3_vtab_cursor *cursor, sqlite3_int64 *ret_rowid);
};

/* Makes "prefix" + name a table of the database. table and source are borrowed, and must outlive it. SQLite's code. */
int
query_table_register (sqlite3 *db, const char *prefix, const QueryTable *table, const QuerySource *source);

static inline void
query_result_id (sqlite3_context *context, uint64_t id)
{
  sqlite3_result_int64 (context, (sqlite3_int64) id);
}
