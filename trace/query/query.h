/* SPDX-License-Identifier: Apache-2.0
 *
 * One SELECT over a profile: its columns, then its rows, one at a time. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/query/query_database.h"

typedef struct Query Query;

/* sql: exactly one statement, which may end in a semicolon.
 * NULL: TRACE_ERROR_NO_SUCH (not valid, not a SELECT, names what is not there; the message says where, counted in
 * characters from 1), TRACE_ERROR_NO_MEMORY. */
Query *query_new (QueryDatabase *database, const char *sql, GError **error);
void query_free (Query *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Query, query_free)

int query_n_columns (const Query *query);

/* As the query names it, else what stands in it; valid as long as the query. */
const char *query_column_name (const Query *query, int column);

typedef enum
{
  QUERY_ROW,
  QUERY_END,
  QUERY_FAILED, /* TRACE_ERROR_NO_SUCH: no row can be computed; TRACE_ERROR_CANCELLED, TRACE_ERROR_NO_MEMORY,
                   TRACE_ERROR_NO_SPACE (what is sorted or grouped does not fit into the folder for temporary files, or is
                   more than a query may have); messages say what to do */
} QueryStep;

/* Goes to the next row, at first to the first one. */
QueryStep query_step (Query *query, GError **error);

typedef enum
{
  QUERY_NULL,
  QUERY_INTEGER,
  QUERY_REAL,
  QUERY_TEXT, /* UTF-8 as far as the query does not make bytes into a text: cast (x'ff' as text) */
  QUERY_BLOB,
} QueryValueType;

typedef struct
{
  QueryValueType type;
  int64_t integer;
  double real;
  const char *bytes; /* of texts and blobs; may hold NUL; valid until the next step */
  size_t n_bytes;
} QueryValue;

/* Of the row that it is at. */
QueryValue query_value (Query *query, int column);
