/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_queries.h"

#include <string.h>

#include "trace/query/query.h"
#include "trace/query/slice_column.h"
#include "trace/text/trace_error.h"

typedef struct
{
  size_t n;
  QueryResult *of; /* in the order of DashboardData.queries */
} QueryFigures;

/* ---- rows ---- */

static char *
text_of (const QueryValue *value)
{
  size_t n_bytes = MIN (value->n_bytes, DASHBOARD_QUERY_BYTES);

  return g_utf8_make_valid (value->bytes, (gssize) n_bytes);
}

static QueryCell
cell_of (const QueryValue *value)
{
  switch (value->type)
    {
    case QUERY_INTEGER:
      return (QueryCell){ .type = QUERY_CELL_INTEGER, .integer = value->integer };
    case QUERY_REAL:
      return (QueryCell){ .type = QUERY_CELL_REAL, .real = value->real };
    case QUERY_TEXT:
      return (QueryCell){ .type = QUERY_CELL_TEXT, .text = text_of (value) };
    case QUERY_BLOB:
      return (QueryCell){ .type = QUERY_CELL_TEXT, .text = g_strdup_printf ("%zu B", value->n_bytes) };
    case QUERY_NULL:
      break;
    }
  return (QueryCell){ .type = QUERY_CELL_NONE };
}

static void
keep_row (QueryResult *result, Query *query, int slice_column, uint64_t n_slices)
{
  uint64_t slice = SLICE_NONE;

  for (int i = 0; i < result->n_columns; i++)
    {
      const QueryValue value = query_value (query, i);
      const QueryCell cell = cell_of (&value);

      if (cell.type == QUERY_CELL_TEXT)
        result->is_number[i] = false;
      result->cells[result->n_rows * (size_t) result->n_columns + (size_t) i] = cell;
    }
  if (slice_column >= 0)
    {
      const QueryValue value = query_value (query, slice_column);

      if (value.type == QUERY_INTEGER && value.integer >= 0 && (uint64_t) value.integer < n_slices)
        slice = (uint64_t) value.integer;
    }
  result->slices[result->n_rows++] = slice;
}

static void
begin_result (QueryResult *result, const Query *query)
{
  int n = query_n_columns (query);

  result->n_columns = MIN (n, DASHBOARD_QUERY_COLUMNS);
  result->n_columns_left_out = n - result->n_columns;
  result->columns = g_new0 (char *, (gsize) result->n_columns + 1);
  result->is_number = g_new (bool, (gsize) result->n_columns + 1);
  for (int i = 0; i < result->n_columns; i++)
    {
      result->columns[i] = g_utf8_make_valid (query_column_name (query, i), -1);
      result->is_number[i] = true;
    }
  result->cells = g_new0 (QueryCell, (gsize) result->n_columns * DASHBOARD_QUERY_ROWS);
  result->slices = g_new (uint64_t, DASHBOARD_QUERY_ROWS);
}

/* Returns false and sets error if the query failed. */
static bool
collect (QueryResult *result, Query *query, int slice_column, uint64_t n_slices, GError **error)
{
  QueryStep step;

  while ((step = query_step (query, error)) == QUERY_ROW)
    {
      if (result->n_all == DASHBOARD_QUERY_COUNT_MAX)
        {
          result->is_bounded = true;
          return true;
        }
      if (result->n_rows < DASHBOARD_QUERY_ROWS)
        keep_row (result, query, slice_column, n_slices);
      result->n_all++;
    }
  return step == QUERY_END;
}

/* Takes ownership of the error, if any. */
static void
end_result (QueryResult *result, GError *error)
{
  if (error == NULL)
    return;
  if (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_CANCELLED))
    result->is_stopped = true;
  else
    {
      result->error = g_strdup (error->message);
      result->is_short_of_room = g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY)
                                 || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE);
    }
  g_error_free (error);
}

static void
run (const DashboardData *data, const char *sql, QueryDatabase *database, QueryResult *ret_result)
{
  GError *error = NULL;

  query_database_set_deadline (database, g_get_monotonic_time () + DASHBOARD_QUERY_S * G_USEC_PER_SEC);
  g_autoptr (Query) query = query_new (database, sql, &error);
  if (query != NULL)
    {
      begin_result (ret_result, query);
      collect (ret_result, query, query_slice_column (query, sql), trace_slices (data->scope.trace)->n,
               &error);
    }
  end_result (ret_result, error);
}

/* ---- the section ---- */

static bool
run_all (const DashboardData *data, bool (*should_continue) (void *), void *user_data, QueryFigures *figures)
{
  g_autoptr (QueryDatabase) database = query_database_new (data->scope.trace, data->profile->steps, NULL);

  if (database == NULL)
    return false;
  query_database_set_scope (database, data->scope.begin_ns, data->scope.end_ns);
  query_database_set_wanted (database, should_continue, user_data);
  for (size_t i = 0; i < figures->n; i++)
    {
      if (data->queries[i].sql != NULL)
        run (data, data->queries[i].sql, database, &figures->of[i]);
      if (should_continue != NULL && !should_continue (user_data))
        return false;
    }
  return true;
}

void *
section_queries_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  QueryFigures *figures = g_new0 (QueryFigures, 1);

  figures->n = data->n_queries;
  figures->of = g_new0 (QueryResult, data->n_queries + 1);
  if (figures->n == 0 || run_all (data, should_continue, user_data, figures))
    return figures;
  section_queries_free (figures);
  return NULL;
}

static void
clear_result (QueryResult *result)
{
  for (size_t i = 0; i < result->n_rows * (size_t) result->n_columns; i++)
    g_free (result->cells[i].text);
  g_free (result->cells);
  g_free (result->slices);
  g_free (result->is_number);
  g_strfreev (result->columns);
  g_free (result->error);
}

void
section_queries_free (void *section)
{
  QueryFigures *figures = section;

  for (size_t i = 0; i < figures->n; i++)
    clear_result (&figures->of[i]);
  g_free (figures->of);
  g_free (figures);
}

bool
section_queries_is_final (const void *section)
{
  const QueryFigures *figures = section;

  for (size_t i = 0; i < figures->n; i++)
    if (figures->of[i].is_stopped || figures->of[i].is_short_of_room)
      return false;
  return true;
}

static size_t
place_of (const DashboardData *data, const char *name)
{
  size_t i = 0;

  while (i < data->n_queries && strcmp (data->queries[i].name, name) != 0)
    i++;
  return i;
}

const QueryResult *
dashboard_query (const DashboardData *data, const char *name)
{
  const QueryFigures *figures = dashboard_section (data, SECTION_QUERIES);
  size_t i = place_of (data, name);

  return figures != NULL && i < figures->n ? &figures->of[i] : NULL;
}

const char *
dashboard_query_sql (const DashboardData *data, const char *name)
{
  size_t i = place_of (data, name);

  return i < data->n_queries ? data->queries[i].sql : NULL;
}
