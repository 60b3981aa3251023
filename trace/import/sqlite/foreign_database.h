/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the tables of an SQLite database that nobody vouches for. Nothing in the file is run: only tables are read, never
 * views, and no trigger, index, virtual table or function of an extension is used. Cells are bounded. A damaged or
 * truncated database gives every row that can be reached.
 *
 *   ForeignRows rows;
 *   if (foreign_rows_begin (&rows, database, "StringIds", columns, 2))
 *     while (foreign_rows_next (&rows))
 *       ...
 *   foreign_rows_end (&rows);
 *   if (!foreign_database_check (database, error)) return false;
 *
 * One thread. */

#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/source/importer.h"
#include "trace/import/sqlite/lost_rows.h"

typedef struct ForeignDatabase ForeignDatabase;

/* Opens the database in a source, which is made seekable. Everything is borrowed. path is for messages. Fails with
 * TRACE_ERROR_NOT_A_TRACE if SQLite cannot read its schema, and with the errors of byte_source_make_seekable (). */
ForeignDatabase *foreign_database_new (ByteSource *source,
                                       const char *path,
                                       TraceBuilder *builder,
                                       const ImportControl *control,
                                       GError **error);
void foreign_database_free (ForeignDatabase *database);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ForeignDatabase, foreign_database_free)

bool foreign_database_has_table (ForeignDatabase *database, const char *table);
/* Case does not matter. A computed column counts as missing. */
bool foreign_database_has_column (ForeignDatabase *database, const char *table, const char *column);

/* Returns whether the file is shorter than its header says, or ends within a page if that says nothing. */
bool foreign_database_is_truncated (const ForeignDatabase *database);

/* Returns whether a write-ahead log with pages lies beside the file (PATH-wal), in which the newest rows may be; it is not read. The
 * path is that of foreign_database_new (). */
bool foreign_database_has_log (const ForeignDatabase *database);

/* Calls each for the name of each table, ordered by name, as long as it returns true. */
void foreign_database_tables (ForeignDatabase *database,
                              bool (*each) (const char *table, void *user_data),
                              void *user_data);

/* Returns false, with error set, if reading had to stop: TRACE_ERROR_CANCELLED, TRACE_ERROR_NO_MEMORY. Damage is no
 * error. */
bool foreign_database_check (ForeignDatabase *database, GError **error);

/* Adds the health rows of a truncated or damaged database to the builder and returns whether there were any; and the row of a
 * log that was not read. Call it once, after everything has been read. */
bool foreign_database_add_health (ForeignDatabase *database);

/* ---- rows ---- */

typedef struct
{
  ForeignDatabase *database;
  sqlite3_stmt *statement;
  const char *table;
  const char *const *columns;
  unsigned n_columns;
  const char *rowid; /* its name, or NULL if the table has none */
  bool is_backward, is_over;
  int64_t last_rowid;     /* of the last row read forward */
  int64_t highest_rowid;  /* of those read forward */
  int64_t lowest_rowid;   /* of those read backward */
  uint64_t n, n_backward; /* rows read, and those of them that were read backward */
  LostRows *lost;         /* the last resort: rows on pages that SQLite cannot reach */
  uint32_t n_lost_pages;  /* of these, pages done */
} ForeignRows;

/* Begins to read all rows of a table. A column that the table does not have is NULL in each row. table and columns are
 * borrowed until foreign_rows_end (). Returns false if there is no such table. One table is read at a time. */
bool foreign_rows_begin (ForeignRows *rows,
                         ForeignDatabase *database,
                         const char *table,
                         const char *const *columns,
                         unsigned n_columns);

/* Goes to the next row. They come in the order of the table; those behind a damaged place come last, in reverse. After
 * these come the rows between damaged places, and those on pages to which no way is left (lost_pages.h), each row once.
 * A table ends when its texts are far longer than the file, because then rows share pages.
 * Returns false at the end, or when reading had to stop. Reports progress. The first damaged table of a database costs a
 * reading of all its pages. */
bool foreign_rows_next (ForeignRows *rows);
void foreign_rows_end (ForeignRows *rows);

/* Cells of the current row. Each returns false if the cell is NULL or of another type, in which case *ret is unchanged. A
 * real number with an integer value counts as an integer, and the other way round. Text is borrowed until the next row;
 * it may be invalid UTF-8 and hold NUL. */
bool foreign_rows_integer (const ForeignRows *rows, unsigned column, int64_t *ret);
bool foreign_rows_number (const ForeignRows *rows, unsigned column, double *ret);
bool foreign_rows_text (const ForeignRows *rows, unsigned column, const char **ret, size_t *ret_length);
bool foreign_rows_is_null (const ForeignRows *rows, unsigned column);
