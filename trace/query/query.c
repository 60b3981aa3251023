/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query.h"

#include <stdlib.h>
#include <string.h>

#include "trace/query/query_database_private.h"
#include "trace/text/trace_error.h"

struct Query
{
  sqlite3_stmt *statement;
  QueryDatabase *database;
};

/* ---- errors ---- */

static void
set_no_memory (GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                       "Not enough memory for the query. Select fewer rows or columns.");
}

static void
set_no_space (const QueryDatabase *database, GError **error)
{
  if (database->temp_files.is_full)
    g_set_error_literal (
      error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
      "The query sorts or groups more rows than temporary files have room for. Give every join a "
      "condition, or select fewer rows or columns.");
  else
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
                         "The rows that the query sorts do not fit into the folder for temporary files. "
                         "Set SQLITE_TMPDIR to a folder with more space.");
}

static void
set_failure (const QueryDatabase *database, GError **error)
{
  switch (sqlite3_errcode (database->db) & 0xff)
    {
    case SQLITE_INTERRUPT:
      if (database->is_out_of_memory)
        {
          set_no_memory (error);
          break;
        }
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "The query was stopped.");
      break;
    case SQLITE_NOMEM:
      set_no_memory (error);
      break;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      set_no_space (database, error);
      break;
    case SQLITE_AUTH:
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                           "A query can only read. Write a SELECT over the tables of the profile.");
      break;
    default:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "The query failed: %s.",
                   sqlite3_errmsg (database->db));
      break;
    }
}

static void
set_refusal (const QueryDatabase *database, const char *sql, GError **error)
{
  sqlite3 *db = database->db;
  int offset = sqlite3_error_offset (db);

  if ((sqlite3_errcode (db) & 0xff) != SQLITE_ERROR)
    set_failure (database, error);
  else if (offset < 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "The query is not valid: %s.", sqlite3_errmsg (db));
  else
    {
      glong character = 1;

      for (int i = 0; i < offset; i++)
        character += (sql[i] & 0xc0) != 0x80;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "The query is not valid: %s, at character %ld.",
                   sqlite3_errmsg (db), character);
    }
}

static Query *
refuse (const char *message, GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, message);
  return NULL;
}

/* ---- statements ---- */

/* Returns whether only white space and comments follow. */
static bool
is_all (sqlite3 *db, const char *tail)
{
  while (*tail != '\0')
    {
      sqlite3_stmt *statement = NULL;
      bool ok = sqlite3_prepare_v2 (db, tail, -1, &statement, &tail) == SQLITE_OK && statement == NULL;

      sqlite3_finalize (statement);
      if (!ok)
        return false;
    }
  return true;
}

Query *
query_new (QueryDatabase *database, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  const char *tail;
  Query *query;

  database->is_out_of_memory = database->temp_files.is_full = false;
  if (sqlite3_prepare_v2 (database->db, sql, -1, &statement, &tail) != SQLITE_OK)
    {
      set_refusal (database, sql, error);
      return NULL;
    }
  if (statement == NULL)
    return refuse ("The query is empty. Write a SELECT over the tables of the profile.", error);
  if (!is_all (database->db, tail))
    {
      sqlite3_finalize (statement);
      return refuse ("A query must be one statement, but there is more text after the first one.", error);
    }
  if (!sqlite3_stmt_readonly (statement) || sqlite3_column_count (statement) == 0)
    {
      sqlite3_finalize (statement);
      return refuse ("A query can only read. Write a SELECT over the tables of the profile.", error);
    }
  if (sqlite3_bind_parameter_count (statement) > 0)
    {
      sqlite3_finalize (statement);
      return refuse ("The query has a parameter (?), but there is no value for it.", error);
    }

  query = calloc (1, sizeof *query);
  if (query == NULL)
    {
      sqlite3_finalize (statement);
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for the query.");
      return NULL;
    }
  query->statement = statement;
  query->database = database;
  return query;
}

void
query_free (Query *query)
{
  if (query == NULL)
    return;
  sqlite3_finalize (query->statement);
  free (query);
}

int
query_n_columns (const Query *query)
{
  return sqlite3_column_count (query->statement);
}

const char *
query_column_name (const Query *query, int column)
{
  const char *name = sqlite3_column_name (query->statement, column);

  return name != NULL ? name : "";
}

QueryStep
query_step (Query *query, GError **error)
{
  switch (sqlite3_step (query->statement))
    {
    case SQLITE_ROW:
      return QUERY_ROW;
    case SQLITE_DONE:
      return QUERY_END;
    default:
      set_failure (query->database, error);
      return QUERY_FAILED;
    }
}

QueryValue
query_value (Query *query, int column)
{
  sqlite3_stmt *statement = query->statement;
  QueryValue value = { 0 };

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      value.type = QUERY_INTEGER;
      value.integer = sqlite3_column_int64 (statement, column);
      break;
    case SQLITE_FLOAT:
      value.type = QUERY_REAL;
      value.real = sqlite3_column_double (statement, column);
      break;
    case SQLITE_TEXT:
      value.type = QUERY_TEXT;
      value.bytes = (const char *) sqlite3_column_text (statement, column);
      value.n_bytes = (size_t) sqlite3_column_bytes (statement, column);
      break;
    case SQLITE_BLOB:
      value.type = QUERY_BLOB;
      value.bytes = sqlite3_column_blob (statement, column);
      value.n_bytes = (size_t) sqlite3_column_bytes (statement, column);
      break;
    default:
      break;
    }
  if (value.bytes == NULL)
    value.n_bytes = 0;
  return value;
}
