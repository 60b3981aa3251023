/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the rows of one table from pages that SQLite could not reach, as parameters of an SQL statement. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/sqlite/lost_pages.h"

typedef struct LostRows LostRows;

/* Begins to read the rows of a table with low <= rowid <= high. pages, db, table and columns are borrowed until
 * lost_rows_free (). Cells are at most most_bytes. Returns NULL if there are none, or if memory runs out, which sets
 * *ret_no_memory. */
LostRows *lost_rows_new (const LostPages *pages,
                         sqlite3 *db,
                         const char *table,
                         const char *const *columns,
                         unsigned n_columns,
                         int64_t low,
                         int64_t high,
                         size_t most_bytes,
                         bool *ret_no_memory);
void lost_rows_free (LostRows *rows);

typedef enum
{
  LOST_ROW,
  LOST_PAGE_END, /* no row yet, but a page is done: a moment to look whether to go on */
  LOST_END,
  LOST_NO_MEMORY,
} LostStep;

/* Goes to the next row, in the order of rowids, each once. A row whose record is damaged, or lies partly on a missing page,
 * is left out. */
LostStep lost_rows_next (LostRows *rows);

/* Returns the statement, on its only row: the rowid, then the columns. A column that the table does not store is NULL. It
 * belongs to rows, and its values are borrowed until the next step. */
sqlite3_stmt *lost_rows_statement (const LostRows *rows);
