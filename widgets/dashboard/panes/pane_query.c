/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_query.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "widgets/charts/text_rows.h"
#include "widgets/dashboard/sections/section_queries.h"

/* Of the SQL in the (i). */
#define SQL_BYTES_MAX 600

static const QueryResult *
result_of (const PaneContext *pane)
{
  static const QueryResult none;
  const QueryResult *result =
    pane->options->name != NULL ? dashboard_query (pane->data, pane->options->name) : NULL;

  return result != NULL ? result : &none;
}

static const char *
sql_of (const PaneContext *pane)
{
  return pane->options->name != NULL ? dashboard_query_sql (pane->data, pane->options->name) : NULL;
}

static bool
knows (const DashboardData *data, const char *name)
{
  for (size_t i = 0; i < data->n_queries; i++)
    if (strcmp (data->queries[i].name, name) == 0)
      return true;
  return false;
}

/* As on the page of queries: integers are often ids. */
static char *
cell_text (const QueryCell *cell, const NumberStyle *numbers)
{
  char real[NUMBER_TEXT_MAX];

  switch (cell->type)
    {
    case QUERY_CELL_INTEGER:
      return g_strdup_printf ("%" PRId64, cell->integer);
    case QUERY_CELL_REAL:
      return g_strdup (number_text_value (numbers, cell->real, real));
    case QUERY_CELL_TEXT:
      return g_strdup (cell->text);
    case QUERY_CELL_NONE:
      break;
    }
  return g_strdup ("");
}

static const QueryCell *
cell_at (const QueryResult *result, size_t row, int column)
{
  return &result->cells[row * (size_t) result->n_columns + (size_t) column];
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const QueryResult *result = result_of (pane);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

  for (size_t row = 0; row < result->n_rows; row++)
    for (int column = 0; column < result->n_columns; column++)
      g_ptr_array_add (cells, cell_text (cell_at (result, row, column), style->numbers));
  const TextRows rows = {
    .titles = (const char *const *) result->columns,
    .is_number = result->is_number,
    .n_columns = result->n_columns,
    .cells = (const char *const *) cells->pdata,
    .n_rows = (int) result->n_rows,
    .n_more = result->n_all - result->n_rows,
    .is_bounded = result->is_bounded || result->is_stopped,
    .n_more_columns = result->n_columns_left_out,
  };

  text_rows_draw (cr, rect, style, &rows, marks, ret_map);
}

static char *
empty (const PaneContext *pane)
{
  const QueryResult *result = result_of (pane);

  if (sql_of (pane) == NULL)
    return g_strdup (_ ("The saved query with this name no longer exists"));
  if (result->error != NULL)
    return g_strdup (result->error);
  if (result->n_rows > 0)
    return NULL;
  if (result->is_stopped)
    return g_strdup_printf (ngettext ("Stopped after %d second, before its first row",
                                      "Stopped after %d seconds, before its first row", DASHBOARD_QUERY_S),
                            DASHBOARD_QUERY_S);
  return g_strdup (_ ("The query has no rows in this scope"));
}

/* The footer is the SQL, which defines the rows. */
static char *
footer (const PaneContext *pane)
{
  const char *sql = sql_of (pane);

  if (sql == NULL)
    return g_strdup ("");
  while (g_ascii_isspace (*sql))
    sql++;
  g_autofree char *cut = g_strndup (sql, strcspn (sql, "\r\n"));
  g_autofree char *line = g_utf8_make_valid (cut, -1);
  if (result_of (pane)->is_stopped)
    /* Translators: the last %s is the first line of a query. */
    return g_strdup_printf (
      ngettext ("Stopped after %d second: %s", "Stopped after %d seconds: %s", DASHBOARD_QUERY_S),
      DASHBOARD_QUERY_S, line);
  return g_steal_pointer (&line);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const QueryResult *result = result_of (pane);
  GString *out = g_string_new (NULL);

  for (int column = 0; column < result->n_columns; column++)
    {
      g_autofree char *text = cell_text (cell_at (result, (size_t) part, column), pane->numbers);

      g_string_append_printf (out, "%s%s: %s", column > 0 ? "\n" : "", result->columns[column], text);
    }
  return g_string_free (out, FALSE);
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const QueryResult *result = result_of (pane);
  g_autofree PaneColumn *columns = g_new0 (PaneColumn, (gsize) result->n_columns + 1);

  for (int i = 0; i < result->n_columns; i++)
    columns[i] = (PaneColumn){ result->columns[i], result->is_number[i] };
  PaneTable *table = pane_table_new (columns);
  for (size_t row = 0; row < result->n_rows; row++)
    for (int column = 0; column < result->n_columns; column++)
      {
        g_autofree char *text = cell_text (cell_at (result, row, column), pane->numbers);

        pane_table_add (table, text);
      }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const QueryResult *result = result_of (pane);

  if (part >= 0 && (size_t) part < result->n_rows && result->slices[part] != SLICE_NONE)
    return (PaneTarget){ .kind = TARGET_SLICE, .id = result->slices[part] };
  return (PaneTarget){ .kind = TARGET_QUERY, .sql = sql_of (pane) };
}

static char *
in_force (const PaneContext *pane)
{
  const char *sql = sql_of (pane);

  if (sql == NULL)
    return g_strdup (_ ("The saved query with this name no longer exists"));
  g_autofree char *cut = g_strndup (sql, SQL_BYTES_MAX);
  g_autofree char *valid = g_utf8_make_valid (cut, -1);
  return g_strconcat (valid, strlen (sql) > SQL_BYTES_MAX ? "…" : NULL, NULL);
}

const Pane pane_query = {
  .id = "query",
  .title = N_ ("Query"),
  .definition = N_ (
    "The first rows of a query saved on the page “Tables”, run again for each scope: scope_begin_ns() and "
    "scope_end_ns() are its begin and end. A query that uses neither covers the whole profile.\n"
    "A query that takes longer than 3 seconds is stopped and shows the rows it found.\n"
    "Click a row to go to its slice (column slice_id, or id in a query on slices), or else to the query."),
  .needs = SECTION_BIT (SECTION_QUERIES),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 1, .grows = true },
  .ghost = GHOST_BARS,
  .knows = knows,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .part_text = part_text,
  .part_target = part_target,
  .in_force = in_force,
};
