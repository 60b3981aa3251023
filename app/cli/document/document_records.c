/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/document/document_records.h"

#include <string.h>

#include "app/cli/out/report_out.h"
#include "trace/text/size_text.h"

/* Whose texts are names of the trace, and not words of a list. */
static const char *const name_keys[] = { "name", "path", "place", "stack", "title", "process", "file" };

static bool
is_name_key (const char *key)
{
  for (size_t i = 0; i < G_N_ELEMENTS (name_keys); i++)
    if (g_str_has_suffix (key, name_keys[i]))
      return true;
  return false;
}

const Cell *
record_find (const Record *record, const char *key)
{
  for (guint i = 0; i < record_n_cells (record); i++)
    if (strcmp (record_cell (record, i)->key, key) == 0)
      return record_cell (record, i);
  return NULL;
}

static void
add_cell (DocumentTable *table, const Cell *cell)
{
  g_autofree char *text = report_readable_value (cell);
  bool has_number = cell->type == CELL_INTEGER || cell->type == CELL_REAL;

  if (has_number)
    {
      g_autoptr (GString) exact = g_string_new (NULL);

      report_json_value (exact, cell);
      document_table_add_number (table, text, exact->str);
    }
  else if (cell->type == CELL_TEXT && is_name_key (cell->key))
    document_table_add_name (table, text, strlen (text));
  else if (cell->type == CELL_TEXT)
    document_table_add_word (table, text, strlen (text));
  else
    document_table_add_number (table, text, NULL);
}

/* The indices of the cells to show. Transfer full. */
static GArray *
columns_of (const Record *first, const char *keys)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) wanted = keys != NULL ? g_strsplit (keys, ",", -1) : NULL;
  guint n = wanted != NULL ? g_strv_length (wanted) : record_n_cells (first);

  for (guint i = 0; i < n; i++)
    for (guint c = wanted != NULL ? 0 : i; c < record_n_cells (first); c++)
      {
        const Cell *cell = record_cell (first, c);

        if (wanted != NULL ? strcmp (cell->key, wanted[i]) != 0 : c > i)
          continue;
        if (cell->type != CELL_JSON)
          g_array_append_val (columns, c);
        break;
      }
  return columns;
}

static void
set_note (DocumentTable *table, guint n_shown, guint n, const char *more)
{
  g_autofree char *shown = count_text (n_shown), *all = count_text (n);
  g_autofree char *note =
    g_strdup_printf ("%s of %s rows are shown%s%s.", shown, all, more != NULL ? "; " : "", more != NULL ? more : "");

  document_table_set_note (table, note);
}

void
document_add_records (Document *document,
                      const char *title,
                      const GPtrArray *records,
                      const char *keys,
                      guint n_max,
                      const char *more)
{
  if (records->len == 0)
    return;
  g_autoptr (GArray) columns = columns_of (records->pdata[0], keys);
  DocumentTable *table = document_add_table (document, title);
  guint n_shown = MIN (records->len, n_max);

  for (guint i = 0; i < columns->len; i++)
    {
      guint column = g_array_index (columns, guint, i);
      g_autofree char *key = report_readable_key (record_cell (records->pdata[0], column)->key);

      document_table_add_column (table, key, report_is_text_column (records, column));
    }
  for (guint r = 0; r < n_shown; r++)
    for (guint i = 0; i < columns->len; i++)
      add_cell (table, record_cell (records->pdata[r], g_array_index (columns, guint, i)));
  if (records->len > n_shown)
    set_note (table, n_shown, records->len, more);
}

void
document_add_facts (Document *document, const char *title, const Record *record)
{
  DocumentTable *table = document_add_table (document, title);

  table->is_facts = true;
  document_table_add_column (table, "figure", true);
  document_table_add_column (table, "value", false);
  for (guint i = 0; i < record_n_cells (record); i++)
    {
      const Cell *cell = record_cell (record, i);
      g_autofree char *key = report_readable_key (cell->key);

      if (cell->type == CELL_JSON)
        continue;
      document_table_add_text (table, key);
      add_cell (table, cell);
    }
}
