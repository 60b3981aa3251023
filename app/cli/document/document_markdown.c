/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/document/document_markdown.h"

#include <string.h>

#include "app/cli/out/markdown_text.h"

static void
append_table (GString *out, const DocumentBlock *block)
{
  const DocumentTable *table = block->table;
  guint n_columns = table->columns->len;

  g_string_append (out, "**");
  markdown_append_sentence (out, block->title);
  g_string_append (out, "**\n\n");
  for (guint c = 0; c < n_columns; c++)
    {
      g_string_append (out, "| ");
      markdown_append_sentence (out, g_array_index (table->columns, DocumentColumn, c).title);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, "|\n");
  for (guint c = 0; c < n_columns; c++)
    g_string_append (out,
                     g_array_index (table->columns, DocumentColumn, c).is_text ? "| --- " : "| ---: ");
  g_string_append (out, "|\n");
  for (guint i = 0; i < table->cells->len; i++)
    {
      const DocumentCell *cell = &g_array_index (table->cells, DocumentCell, i);

      g_string_append (out, "| ");
      if (cell->is_name && *cell->text != '\0')
        {
          g_autofree char *code = markdown_code_cell (cell->text);
          g_string_append_printf (out, "`%s`", code);
        }
      else
        markdown_append_sentence (out, cell->text);
      g_string_append (out, i % n_columns == n_columns - 1 ? " |\n" : " ");
    }
  g_string_append_c (out, '\n');
  if (table->note != NULL)
    {
      markdown_append_sentence (out, table->note);
      g_string_append (out, "\n\n");
    }
}

static void
append_heading (GString *out, const DocumentBlock *block)
{
  g_string_append (out, block->level == 2 ? "## " : "### ");
  markdown_append_sentence (out, block->title);
  if (block->mark != NULL)
    g_string_append_printf (out, " (%s)", block->mark);
  g_string_append (out, "\n\n");
}

GString *
document_markdown (const Document *document)
{
  GString *out = g_string_new ("# ");

  markdown_append_sentence (out, document->title);
  g_string_append (out, "\n\n");
  for (guint i = 0; i < document->blocks->len; i++)
    {
      const DocumentBlock *block = document->blocks->pdata[i];
      const DocumentBlock *next =
        i + 1 < document->blocks->len ? document->blocks->pdata[i + 1] : NULL;

      switch (block->kind)
        {
        case DOCUMENT_HEADING:
          append_heading (out, block);
          break;
        case DOCUMENT_TEXT:
          markdown_append_sentence (out, block->text);
          g_string_append (out, "\n\n");
          break;
        case DOCUMENT_ITEM:
          g_string_append (out, "- ");
          markdown_append_sentence (out, block->text);
          g_string_append (out, next != NULL && next->kind == DOCUMENT_ITEM ? "\n" : "\n\n");
          break;
        case DOCUMENT_TABLE:
          append_table (out, block);
          break;
        case DOCUMENT_CHART:
          break;
        }
    }
  return out;
}
