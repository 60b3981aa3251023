/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/lost_rows.h"

#include <glib.h>
#include <stdlib.h>

#include "trace/import/sqlite/leaf_record.h"
#include "trace/import/sqlite/tree_page.h"

/* Columns that are no field. */
enum
{
  COLUMN_MISSING = -1,
  COLUMN_ROWID = -2,
};

struct LostRows
{
  const PageFile *file;
  const TableShape *shape;
  sqlite3_stmt *statement;
  int *fields; /* of each column, or COLUMN_ */
  unsigned n_columns;
  int64_t low, high;
  size_t most_bytes;

  LostPage *pages;
  size_t n_pages, i_page; /* the next one */
  TreePage page;          /* the one whose cells are read */
  uint32_t i_cell;
  uint8_t *buffer, *overflow_buffer;
  LeafPayload payload;
  LeafRecord record;
};

static int
field_of (const TableShape *shape, const char *column)
{
  for (unsigned i = 0; i < shape->n_fields; i++)
    if (g_ascii_strcasecmp (shape->fields[i].name, column) == 0)
      return shape->fields[i].is_rowid ? COLUMN_ROWID : (int) i;
  return COLUMN_MISSING;
}

/* "SELECT ?1, ?2, ?3": the parameters are the cells. */
static bool
prepare (LostRows *rows, sqlite3 *db)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ?1");

  for (unsigned i = 0; i < rows->n_columns; i++)
    g_string_append_printf (sql, ", ?%u", i + 2);
  return sqlite3_prepare_v2 (db, sql->str, -1, &rows->statement, NULL) == SQLITE_OK;
}

static bool
prepare_memory (LostRows *rows, const char *const *columns)
{
  rows->fields = calloc (rows->n_columns + 1, sizeof *rows->fields);
  rows->buffer = malloc (rows->file->page_bytes);
  rows->overflow_buffer = malloc (rows->file->page_bytes);
  if (rows->fields == NULL || rows->buffer == NULL || rows->overflow_buffer == NULL)
    return false;
  for (unsigned i = 0; i < rows->n_columns; i++)
    rows->fields[i] = field_of (rows->shape, columns[i]);
  return true;
}

LostRows *
lost_rows_new (const LostPages *pages,
               sqlite3 *db,
               const char *table,
               const char *const *columns,
               unsigned n_columns,
               int64_t low,
               int64_t high,
               size_t most_bytes,
               bool *ret_no_memory)
{
  const TableShape *shape = lost_pages_shape (pages, table);

  *ret_no_memory = false;
  if (shape == NULL || low > high)
    return NULL;
  LostRows *rows = calloc (1, sizeof *rows);
  if (rows == NULL)
    {
      *ret_no_memory = true;
      return NULL;
    }
  rows->file = lost_pages_file (pages);
  rows->shape = shape;
  rows->n_columns = n_columns;
  rows->low = low;
  rows->high = high;
  rows->most_bytes = most_bytes;
  if (!lost_pages_of (pages, table, low, high, &rows->pages, &rows->n_pages)
      || !prepare_memory (rows, columns))
    *ret_no_memory = true;
  if (!*ret_no_memory && rows->n_pages > 0 && prepare (rows, db))
    return rows;
  lost_rows_free (rows);
  return NULL;
}

void
lost_rows_free (LostRows *rows)
{
  if (rows == NULL)
    return;
  sqlite3_finalize (rows->statement);
  leaf_payload_clear (&rows->payload);
  free (rows->fields);
  free (rows->pages);
  free (rows->buffer);
  free (rows->overflow_buffer);
  free (rows);
}

/* Returns SQLite's status. */
static int
bind (LostRows *rows, int64_t rowid, const uint8_t *payload)
{
  int status;

  sqlite3_reset (rows->statement);
  status = sqlite3_bind_int64 (rows->statement, 1, rowid);
  for (unsigned i = 0; i < rows->n_columns && status == SQLITE_OK; i++)
    {
      int field = rows->fields[i], parameter = (int) i + 2;

      if (field == COLUMN_ROWID)
        status = sqlite3_bind_int64 (rows->statement, parameter, rowid);
      else if (field == COLUMN_MISSING || (unsigned) field >= rows->record.n)
        status = sqlite3_bind_null (rows->statement, parameter);
      else
        status = leaf_field_bind (&rows->record.fields[field], payload, rows->file->text_encoding,
                                  rows->statement, parameter);
    }
  return status;
}

/* On a page to which a tree leads, a row may lack the values of columns that were added later. */
static bool
can_give (const TableShape *shape, const LeafRecord *record)
{
  if (record->n == 0 || record->n > shape->n_fields)
    return false;
  for (unsigned i = record->n; i < shape->n_fields; i++)
    if (shape->fields[i].has_default)
      return false;
  return true;
}

static LostStep
read_row (LostRows *rows, const LeafCell *cell)
{
  const uint8_t *payload;
  bool no_memory;

  if (cell->rowid < rows->low || cell->rowid > rows->high || !leaf_record_read (&rows->record, cell)
      || !can_give (rows->shape, &rows->record))
    return LOST_PAGE_END;
  if (!leaf_payload_gather (&rows->payload, rows->file, cell, rows->most_bytes, rows->overflow_buffer,
                            &payload, &no_memory))
    return no_memory ? LOST_NO_MEMORY : LOST_PAGE_END;
  int status = bind (rows, cell->rowid, payload);
  if (status == SQLITE_OK)
    status = sqlite3_step (rows->statement);
  if (status == SQLITE_NOMEM)
    return LOST_NO_MEMORY;
  return status == SQLITE_ROW ? LOST_ROW : LOST_PAGE_END;
}

LostStep
lost_rows_next (LostRows *rows)
{
  while (rows->i_cell < rows->page.n_cells)
    {
      LeafCell cell = tree_page_leaf_cell (&rows->page, rows->i_cell++);
      LostStep step = read_row (rows, &cell);

      if (step != LOST_PAGE_END)
        return step;
    }
  rows->i_cell = rows->page.n_cells = 0;
  if (rows->i_page == rows->n_pages)
    return LOST_END;

  /* The file may have changed since the page was found. */
  const LostPage *next = &rows->pages[rows->i_page++];
  if (!page_file_read (rows->file, next->page, rows->buffer)
      || !tree_page_init (&rows->page, rows->file, next->page, rows->buffer) || rows->page.type != TREE_LEAF
      || rows->page.first != next->first || rows->page.last != next->last)
    rows->page.n_cells = 0;
  return LOST_PAGE_END;
}

sqlite3_stmt *
lost_rows_statement (const LostRows *rows)
{
  return rows->statement;
}
