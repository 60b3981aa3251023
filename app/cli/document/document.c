/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/document/document.h"

#include <string.h>

#include "app/cli/out/report_out.h"

/* A character has at most so many bytes, or one that is no UTF-8. */
#define CHARACTER_BYTES 4

/* Returns at most n_max characters, printable. What is longer loses its middle: both ends of a name tell something. Bytes
 * far from both ends are not looked at, whatever the length. */
static char *
bounded (const char *text, size_t length, size_t n_max)
{
  size_t n_tail = n_max * 2 / 5, n_head = n_max - 1 - n_tail;

  if (length > 2 * CHARACTER_BYTES * n_max)
    {
      g_autofree char *head = report_printable (text, CHARACTER_BYTES * n_max);
      g_autofree char *tail =
        report_printable (text + length - CHARACTER_BYTES * n_max, CHARACTER_BYTES * n_max);
      g_autofree char *begin = g_utf8_substring (head, 0, (glong) n_head);

      return g_strconcat (begin, "…", g_utf8_offset_to_pointer (tail, g_utf8_strlen (tail, -1) - (glong) n_tail),
                          NULL);
    }

  char *printable = report_printable (text, length);
  glong n = g_utf8_strlen (printable, -1);

  if ((size_t) n <= n_max)
    return printable;
  g_autofree char *whole = printable;
  g_autofree char *begin = g_utf8_substring (whole, 0, (glong) n_head);
  return g_strconcat (begin, "…", g_utf8_offset_to_pointer (whole, n - (glong) n_tail), NULL);
}

static char *
sentence (const char *text)
{
  return text == NULL ? NULL : bounded (text, strlen (text), DOCUMENT_TEXT_MAX);
}

static void
clear_column (gpointer data)
{
  g_free (((DocumentColumn *) data)->title);
}

static void
clear_cell (gpointer data)
{
  DocumentCell *cell = data;

  g_free (cell->text);
  g_free (cell->exact);
}

static void
table_free (DocumentTable *table)
{
  if (table == NULL)
    return;
  g_array_free (table->columns, TRUE);
  g_array_free (table->cells, TRUE);
  g_free (table->note);
  g_free (table);
}

static void
block_free (gpointer data)
{
  DocumentBlock *block = data;

  g_free (block->id);
  g_free (block->mark);
  g_free (block->title);
  g_free (block->text);
  g_free (block->note);
  table_free (block->table);
  if (block->chart.free_drawing != NULL)
    block->chart.free_drawing (block->chart.drawing);
  g_free (block);
}

Document *
document_new (const char *title)
{
  Document *document = g_new0 (Document, 1);

  document->title = sentence (title);
  document->blocks = g_ptr_array_new_with_free_func (block_free);
  return document;
}

void
document_free (Document *document)
{
  g_free (document->title);
  g_ptr_array_free (document->blocks, TRUE);
  g_free (document);
}

static DocumentBlock *
add (Document *document, DocumentBlockKind kind)
{
  DocumentBlock *block = g_new0 (DocumentBlock, 1);

  block->kind = kind;
  g_ptr_array_add (document->blocks, block);
  return block;
}

void
document_add_chapter (Document *document, const char *id, const char *title)
{
  DocumentBlock *block = add (document, DOCUMENT_HEADING);

  block->level = 2;
  block->id = g_strdup (id);
  block->title = sentence (title);
}

void
document_add_part (Document *document, const char *title, const char *mark)
{
  DocumentBlock *block = add (document, DOCUMENT_HEADING);

  block->level = 3;
  block->title = sentence (title);
  block->mark = g_strdup (mark);
}

void
document_add_text (Document *document, const char *text)
{
  add (document, DOCUMENT_TEXT)->text = sentence (text);
}

void
document_add_format (Document *document, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  document_add_text (document, text);
}

void
document_add_item (Document *document, const char *text)
{
  add (document, DOCUMENT_ITEM)->text = sentence (text);
}

DocumentTable *
document_add_table (Document *document, const char *title)
{
  DocumentBlock *block = add (document, DOCUMENT_TABLE);

  block->title = sentence (title);
  block->table = g_new0 (DocumentTable, 1);
  block->table->columns = g_array_new (FALSE, FALSE, sizeof (DocumentColumn));
  block->table->cells = g_array_new (FALSE, FALSE, sizeof (DocumentCell));
  g_array_set_clear_func (block->table->columns, clear_column);
  g_array_set_clear_func (block->table->cells, clear_cell);
  return block->table;
}

void
document_table_add_column (DocumentTable *table, const char *title, bool is_text)
{
  DocumentColumn column = { sentence (title), is_text };

  g_array_append_val (table->columns, column);
}

void
document_table_add_text (DocumentTable *table, const char *text)
{
  DocumentCell cell = { .text = sentence (text) };

  g_array_append_val (table->cells, cell);
}

void
document_table_add_name (DocumentTable *table, const char *name, size_t length)
{
  DocumentCell cell = { .text = bounded (name, length, DOCUMENT_NAME_MAX), .is_name = true };

  g_array_append_val (table->cells, cell);
}

void
document_table_add_word (DocumentTable *table, const char *text, size_t length)
{
  DocumentCell cell = { .text = bounded (text, length, DOCUMENT_NAME_MAX) };

  g_array_append_val (table->cells, cell);
}

void
document_table_add_number (DocumentTable *table, const char *text, const char *exact)
{
  DocumentCell cell = { .text = sentence (text), .exact = g_strdup (exact) };

  g_array_append_val (table->cells, cell);
}

void
document_table_set_note (DocumentTable *table, const char *note)
{
  g_free (table->note);
  table->note = sentence (note);
}

guint
document_table_n_rows (const DocumentTable *table)
{
  return table->columns->len == 0 ? 0 : table->cells->len / table->columns->len;
}

void
document_add_chart (Document *document,
                    const char *title,
                    const char *text,
                    const char *note,
                    int width_px,
                    int height_px,
                    gpointer drawing,
                    GDestroyNotify free_drawing)
{
  DocumentBlock *block = add (document, DOCUMENT_CHART);

  block->title = sentence (title);
  block->text = sentence (text);
  block->note = sentence (note);
  block->chart = (DocumentChart){ width_px, height_px, drawing, free_drawing };
}

char *
document_name (const char *name, size_t length)
{
  g_autofree char *cut = bounded (name, length, DOCUMENT_NAME_MAX);

  return g_strdup_printf ("`%s`", g_strdelimit (cut, "`", '\''));
}
