/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one SELECT over a profile and returns its columns, then its rows one at a time. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/query/query_database.h"

typedef struct Query Query;

/* sql is exactly one statement, which may end with a semicolon. Returns NULL with TRACE_ERROR_NO_SUCH when it is not
 * valid, is not a SELECT or uses an unknown name (the message gives the position in characters from 1), or with
 * TRACE_ERROR_NO_MEMORY. */
Query *query_new (QueryDatabase *database, const char *sql, GError **error);
void query_free (Query *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Query, query_free)

int query_n_columns (const Query *query);

/* Returns the name that the query gives the column, or else its expression. It is valid as long as the query. */
const char *query_column_name (const Query *query, int column);

typedef enum
{
  QUERY_ROW,
  QUERY_END,
  QUERY_FAILED, /* TRACE_ERROR_NO_SUCH: a row cannot be computed. TRACE_ERROR_CANCELLED, TRACE_ERROR_NO_MEMORY.
                 * TRACE_ERROR_NO_SPACE: sorting or grouping needs more temporary files than fit in their folder or a
                 * query may use. Messages say what to do. */
} QueryStep;

/* Moves to the next row; the first call moves to the first row. */
QueryStep query_step (Query *query, GError **error);

typedef enum
{
  QUERY_NULL,
  QUERY_INTEGER,
  QUERY_REAL,
  QUERY_TEXT, /* UTF-8 unless the query turns bytes into a text, such as cast (x'ff' as text) */
  QUERY_BLOB,
} QueryValueType;

typedef struct
{
  QueryValueType type;
  int64_t integer;
  double real;
  const char *bytes; /* only for texts and blobs; may contain NUL; valid until the next step */
  size_t n_bytes;
} QueryValue;

/* Returns a value of the current row. */
QueryValue query_value (Query *query, int column);
