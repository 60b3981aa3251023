/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/text_grid.h"

#include <string.h>

#include "app/cli/comparing/name_cut.h"
#include "app/cli/out/json_text.h"
#include "app/cli/out/markdown_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/out/text_width.h"

/* Longer names lose their middle. */
#define NAME_WIDTH_MAX 60

TextGrid *
text_grid_new (void)
{
  TextGrid *grid = g_new0 (TextGrid, 1);

  grid->cells = g_ptr_array_new_with_free_func (g_free);
  grid->exacts = g_ptr_array_new_with_free_func (g_free);
  return grid;
}

void
text_grid_free (TextGrid *grid)
{
  g_ptr_array_free (grid->cells, TRUE);
  g_ptr_array_free (grid->exacts, TRUE);
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
  g_ptr_array_add (grid->exacts, NULL);
  g_free (text);
}

void
text_grid_add_number (TextGrid *grid, char *text, double number)
{
  g_autoptr (GString) exact = g_string_new (NULL);

  text_grid_add (grid, text);
  json_append_real (exact, number);
  grid->exacts->pdata[grid->exacts->len - 1] = g_strdup (exact->str);
}

guint
text_grid_n_rows (const TextGrid *grid)
{
  return grid->n_columns == 0 ? 0 : grid->cells->len / grid->n_columns;
}

/* The texts of a column as they are printed. */
static GPtrArray *
column_texts (const TextGrid *grid, guint column)
{
  guint n = text_grid_n_rows (grid);
  g_autofree const char **texts = g_new0 (const char *, n + 1);

  for (guint row = 0; row < n; row++)
    texts[row] = grid->cells->pdata[row * grid->n_columns + column];
  return names_cut (texts, n, grid->columns[column].is_name ? NAME_WIDTH_MAX : G_MAXUINT);
}

static void
print_cell (GString *out, const char *text, size_t width, bool is_name)
{
  int padding = (int) (width - text_columns (text));

  if (is_name)
    g_string_append_printf (out, "  %s%*s", text, padding, "");
  else
    g_string_append_printf (out, "  %*s%s", padding, "", text);
}

static void
end_line (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
text_grid_print (GString *out, const TextGrid *grid)
{
  g_autofree size_t *widths = g_new0 (size_t, grid->n_columns);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < grid->n_columns; i++)
    {
      GPtrArray *texts = column_texts (grid, i);

      g_ptr_array_add (columns, texts);
      widths[i] = text_columns (grid->columns[i].title);
      for (guint row = 0; row < texts->len; row++)
        widths[i] = MAX (widths[i], text_columns (texts->pdata[row]));
      print_cell (out, grid->columns[i].title, widths[i], grid->columns[i].is_name);
    }
  end_line (out);
  for (guint row = 0; row < text_grid_n_rows (grid); row++)
    {
      for (guint i = 0; i < grid->n_columns; i++)
        {
          const GPtrArray *texts = columns->pdata[i];

          print_cell (out, texts->pdata[row], widths[i], grid->columns[i].is_name);
        }
      end_line (out);
    }
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
      g_autofree char *text = markdown_code_cell (grid->cells->pdata[c]);

      g_string_append_printf (out, is_name && text[0] != '\0' ? "| `%s` " : "| %s ", text);
      if (c % grid->n_columns == grid->n_columns - 1)
        g_string_append (out, "|\n");
    }
}
