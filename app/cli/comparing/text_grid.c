/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/text_grid.h"

#include <string.h>

#include "app/cli/out/report_out.h"

/* Longer names lose their middle. */
#define NAME_WIDTH_MAX 60

TextGrid *
text_grid_new (void)
{
  TextGrid *grid = g_new0 (TextGrid, 1);

  grid->cells = g_ptr_array_new_with_free_func (g_free);
  return grid;
}

void
text_grid_free (TextGrid *grid)
{
  g_ptr_array_free (grid->cells, TRUE);
  g_free (grid->columns);
  g_free (grid);
}

void
text_grid_add_column (TextGrid *grid, const char *title, bool is_name)
{
  grid->columns = g_renew (GridColumn, grid->columns, grid->n_columns + 1);
  grid->columns[grid->n_columns++] = (GridColumn){ g_intern_string (title), is_name };
}

void
text_grid_add (TextGrid *grid, char *text)
{
  g_ptr_array_add (grid->cells, report_printable (text, strlen (text)));
  g_free (text);
}

guint
text_grid_n_rows (const TextGrid *grid)
{
  return grid->n_columns == 0 ? 0 : grid->cells->len / grid->n_columns;
}

/* Transfer full. */
static char *
cut (const char *text)
{
  glong n = g_utf8_strlen (text, -1), n_head = NAME_WIDTH_MAX * 3 / 5, n_tail = NAME_WIDTH_MAX - 1 - n_head;

  if (n <= NAME_WIDTH_MAX)
    return g_strdup (text);
  g_autofree char *head = g_utf8_substring (text, 0, n_head);
  g_autofree char *tail = g_utf8_substring (text, n - n_tail, n);
  return g_strconcat (head, "…", tail, NULL);
}

static void
print_row (GString *out, const TextGrid *grid, const char *const *texts, const glong *widths)
{
  for (guint i = 0; i < grid->n_columns; i++)
    {
      glong padding = widths[i] - g_utf8_strlen (texts[i], -1);

      g_string_append (out, "  ");
      if (!grid->columns[i].is_name)
        g_string_append_printf (out, "%*s", (int) padding, "");
      g_string_append (out, texts[i]);
      if (grid->columns[i].is_name)
        g_string_append_printf (out, "%*s", (int) padding, "");
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
text_grid_print (GString *out, const TextGrid *grid)
{
  g_autofree glong *widths = g_new0 (glong, grid->n_columns);
  g_autofree const char **titles = g_new0 (const char *, grid->n_columns);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < grid->n_columns; i++)
    {
      titles[i] = grid->columns[i].title;
      widths[i] = g_utf8_strlen (titles[i], -1);
    }
  for (guint c = 0; c < grid->cells->len; c++)
    {
      guint i = c % grid->n_columns;
      char *text = grid->columns[i].is_name ? cut (grid->cells->pdata[c]) : g_strdup (grid->cells->pdata[c]);

      g_ptr_array_add (texts, text);
      widths[i] = MAX (widths[i], g_utf8_strlen (text, -1));
    }
  print_row (out, grid, titles, widths);
  for (guint row = 0; row < text_grid_n_rows (grid); row++)
    print_row (out, grid, (const char *const *) texts->pdata + row * grid->n_columns, widths);
}

/* Makes a text that may stand in a code span in a cell of a table. There a backslash means itself, but the table is parted
 * first: a bar needs one before it, and one that stands before a bar already needs another. Transfer full. */
static char *
markdown_cell (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '\\' && at[strspn (at, "\\")] == '|')
        g_string_append_c (out, '\\');
      if (*at == '|')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *at == '`' ? '\'' : *at);
    }
  return g_strdup (out->str);
}

void
text_grid_print_markdown (GString *out, const TextGrid *grid)
{
  for (guint i = 0; i < grid->n_columns; i++)
    g_string_append_printf (out, "| %s ", grid->columns[i].title);
  g_string_append (out, "|\n");
  for (guint i = 0; i < grid->n_columns; i++)
    g_string_append (out, grid->columns[i].is_name ? "| --- " : "| ---: ");
  g_string_append (out, "|\n");
  for (guint c = 0; c < grid->cells->len; c++)
    {
      bool is_name = grid->columns[c % grid->n_columns].is_name;
      g_autofree char *text = markdown_cell (grid->cells->pdata[c]);

      g_string_append_printf (out, is_name && text[0] != '\0' ? "| `%s` " : "| %s ", text);
      if (c % grid->n_columns == grid->n_columns - 1)
        g_string_append (out, "|\n");
    }
}
