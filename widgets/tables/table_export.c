/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_export.h"

#include <string.h>

const char *
table_format_suffix (TableFormat format)
{
  static const char *const suffixes[N_TABLE_FORMATS] = {
    [TABLE_TSV] = "tsv",
    [TABLE_CSV] = "csv",
    [TABLE_MARKDOWN] = "md",
  };

  return suffixes[format];
}

/* ---- one cell ---- */

static void
replace_controls (char *text)
{
  for (char *at = text; *at != '\0'; at++)
    if ((unsigned char) *at < 0x20 || *at == 0x7f)
      *at = ' ';
}

static void
append_quoted (GString *out, const char *text, const char *quotes)
{
  if (strpbrk (text, quotes) == NULL)
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (const char *at = text; *at != '\0'; at++)
    g_string_append_printf (out, *at == '"' ? "\"\"" : "%c", *at);
  g_string_append_c (out, '"');
}

static void
append_escaped (GString *out, const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    {
      if (strchr ("\\|`*_<>[]&~#", *at) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *at);
    }
}

static void
append_cell (GString *out, TableFormat format, char *text, bool is_text)
{
  bool is_formula = is_text && text[0] != '\0' && strchr ("=+-@", text[0]) != NULL;
  g_autofree char *guarded = NULL;

  replace_controls (text);
  if (format == TABLE_MARKDOWN)
    {
      append_escaped (out, text);
      return;
    }
  if (is_formula)
    text = guarded = g_strconcat ("'", text, NULL);
  if (format == TABLE_CSV)
    append_quoted (out, text, ",\"");
  else
    g_string_append (out, text);
}

static void
append_value (GString *out,
              const TableSource *source,
              const TableText *text,
              const NumberStyle *style,
              TableFormat format,
              size_t row,
              int column)
{
  TableValue value = source->value (source, row, column);
  g_autoptr (GString) cell = g_string_new (NULL);

  if (format == TABLE_MARKDOWN)
    table_text_append (cell, text, source, style, &value, column);
  else
    table_text_append_exact (cell, &value);
  append_cell (out, format, cell->str, value.type == TABLE_VALUE_TEXT);
}

/* ---- lines ---- */

static void
begin_cell (GString *out, TableFormat format, bool is_first)
{
  static const char *const between[N_TABLE_FORMATS] = {
    [TABLE_TSV] = "\t",
    [TABLE_CSV] = ",",
    [TABLE_MARKDOWN] = " | ",
  };

  if (!is_first)
    g_string_append (out, between[format]);
  else if (format == TABLE_MARKDOWN)
    g_string_append (out, "| ");
}

static void
end_line (GString *out, TableFormat format)
{
  g_string_append (out, format == TABLE_MARKDOWN ? " |\n" : "\n");
}

static void
append_head (GString *out,
             const TableSource *source,
             const TableText *text,
             TableFormat format,
             const int *columns,
             int n_columns)
{
  bool is_first = true;

  for (int i = 0; i < n_columns; i++)
    {
      const TableColumn *column = &source->columns[columns[i]];
      g_autofree char *title =
        format == TABLE_MARKDOWN ? table_text_head (text, source, columns[i]) : g_strdup (column->id);

      begin_cell (out, format, is_first);
      append_cell (out, format, title, true);
      is_first = false;
    }
  end_line (out, format);
  if (format != TABLE_MARKDOWN)
    return;
  for (int i = 0; i < n_columns; i++)
    {
      begin_cell (out, format, i == 0);
      g_string_append (out, table_kind_is_number (source->columns[columns[i]].kind) ? "---:" : "---");
    }
  end_line (out, format);
}

char *
table_export (const TableSource *source,
              const TableText *text,
              const NumberStyle *style,
              TableFormat format,
              const int *columns,
              int n_columns,
              const uint64_t *rows,
              size_t n_rows,
              bool has_head)
{
  GString *out = g_string_new (NULL);
  g_autofree int *wanted = g_new (int, (size_t) MAX (n_columns, 1));
  int n = 0;

  for (int i = 0; i < n_columns; i++)
    if (source->columns[columns[i]].kind != TABLE_HISTOGRAM)
      wanted[n++] = columns[i];
  if (has_head)
    append_head (out, source, text, format, wanted, n);
  for (size_t i = 0; i < n_rows; i++)
    {
      for (int j = 0; j < n; j++)
        {
          begin_cell (out, format, j == 0);
          append_value (out, source, text, style, format, (size_t) rows[i], wanted[j]);
        }
      end_line (out, format);
    }
  return g_string_free (out, FALSE);
}
