/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/pane_table.h"

#include <inttypes.h>
#include <string.h>

PaneTable *
pane_table_new (const PaneColumn *columns)
{
  PaneTable *table = g_new0 (PaneTable, 1);

  table->header = g_ptr_array_new_with_free_func (g_free);
  for (; columns[table->n_columns].label != NULL; table->n_columns++)
    g_ptr_array_add (table->header, g_strdup (columns[table->n_columns].label));
  table->is_number = g_new0 (bool, table->n_columns);
  for (guint i = 0; i < table->n_columns; i++)
    table->is_number[i] = columns[i].is_number;
  table->cells = g_ptr_array_new_with_free_func (g_free);
  return table;
}

void
pane_table_free (PaneTable *table)
{
  g_ptr_array_unref (table->header);
  g_ptr_array_unref (table->cells);
  g_free (table->is_number);
  g_free (table);
}

void
pane_table_add (PaneTable *table, const char *text)
{
  g_ptr_array_add (table->cells, g_utf8_make_valid (text, -1));
}

void
pane_table_add_count (PaneTable *table, uint64_t n)
{
  g_ptr_array_add (table->cells, g_strdup_printf ("%" PRIu64, n));
}

void
pane_table_add_ns (PaneTable *table, int64_t ns)
{
  g_ptr_array_add (table->cells, g_strdup_printf ("%" PRId64, ns));
}

void
pane_table_add_tenths (PaneTable *table, uint32_t tenths, const char *decimal)
{
  g_ptr_array_add (table->cells, g_strdup_printf ("%u%s%u", tenths / 10, decimal, tenths % 10));
}

guint
pane_table_n_rows (const PaneTable *table)
{
  return table->cells->len / table->n_columns;
}

const char *
pane_table_cell (const PaneTable *table, guint row, guint column)
{
  return table->cells->pdata[(gsize) row * table->n_columns + column];
}

static void
append_plain (GString *out, const char *cell)
{
  for (; *cell != '\0'; cell++)
    g_string_append_c (out, strchr ("\t\n\r", *cell) != NULL ? ' ' : *cell);
}

static void
append_tsv_line (GString *out, const PaneTable *table, gpointer const *cells)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\t');
      append_plain (out, cells[i]);
    }
  g_string_append_c (out, '\n');
}

char *
pane_table_tsv (const PaneTable *table)
{
  GString *out = g_string_new (NULL);

  append_tsv_line (out, table, table->header->pdata);
  for (guint row = 0; row < pane_table_n_rows (table); row++)
    append_tsv_line (out, table, table->cells->pdata + (gsize) row * table->n_columns);
  return g_string_free (out, FALSE);
}

static void
append_escaped (GString *out, const char *cell)
{
  for (; *cell != '\0'; cell++)
    {
      if (strchr ("\\|`*_<>[]&~#", *cell) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, strchr ("\t\n\r", *cell) != NULL ? ' ' : *cell);
    }
}

static void
append_markdown_line (GString *out, const PaneTable *table, gpointer const *cells)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      g_string_append (out, i > 0 ? " | " : "| ");
      append_escaped (out, cells[i]);
    }
  g_string_append (out, " |\n");
}

char *
pane_table_markdown (const PaneTable *table)
{
  GString *out = g_string_new (NULL);

  append_markdown_line (out, table, table->header->pdata);
  for (guint i = 0; i < table->n_columns; i++)
    g_string_append (out, table->is_number[i] ? "| ---: " : "| --- ");
  g_string_append (out, "|\n");
  for (guint row = 0; row < pane_table_n_rows (table); row++)
    append_markdown_line (out, table, table->cells->pdata + (gsize) row * table->n_columns);
  return g_string_free (out, FALSE);
}

char *
pane_table_lines (const PaneTable *table)
{
  GString *out = g_string_new (NULL);

  for (guint row = 0; row < pane_table_n_rows (table); row++)
    {
      if (row > 0)
        g_string_append_c (out, '\n');
      append_plain (out, pane_table_cell (table, row, 0));
      for (guint i = 1; i < table->n_columns; i++)
        {
          g_string_append_printf (out, "%s%s ", i == 1 ? ": " : ", ", (const char *) table->header->pdata[i]);
          append_plain (out, pane_table_cell (table, row, i));
        }
    }
  return g_string_free (out, FALSE);
}
