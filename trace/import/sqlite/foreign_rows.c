/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/foreign_database_private.h"

/* Rows, and pages without any, between two checks whether to stop. */
#define ROWS_PER_LOOK  8192
#define PAGES_PER_LOOK 256

/* The texts of a table are at most so many times as long as the file: UTF-8 takes half as much again as UTF-16, and a text
 * may be asked for twice. In a damaged database, any number of rows may go on on the same pages. */
#define TEXT_TIMES_OF_FILE 4

/* Returns whether to go on. */
static bool
look (ForeignDatabase *database)
{
  if (database->error != NULL || database->has_ended)
    return false;
  if (!import_control_continue (database->control, database->source, database->builder, &database->error))
    return false;
  database->has_ended = trace_builder_is_partial (database->builder);
  return !database->has_ended && !trace_builder_failed (database->builder);
}

static char *
quoted (const char *name)
{
  return sqlite3_mprintf ("\"%w\"", name);
}

/* "SELECT rowid, "start", NULL FROM main."TABLE" NOT INDEXED". An index may be damaged where the table is not. */
static char *
selection (const ForeignRows *rows)
{
  char *sql = sqlite3_mprintf ("SELECT %s", rows->rowid != NULL ? rows->rowid : "NULL");
  char *table = quoted (rows->table);

  for (unsigned i = 0; sql != NULL && i < rows->n_columns; i++)
    {
      char *before = sql;
      char *column = foreign_database_has_column (rows->database, rows->table, rows->columns[i])
                       ? quoted (rows->columns[i])
                       : sqlite3_mprintf ("NULL");

      sql = column != NULL ? sqlite3_mprintf ("%s, %s", before, column) : NULL;
      sqlite3_free (before);
      sqlite3_free (column);
    }
  char *before = sql;
  sql = NULL;
  if (before != NULL && table != NULL && rows->is_backward)
    sql = sqlite3_mprintf ("%s FROM main.%s NOT INDEXED ORDER BY %s DESC", before, table, rows->rowid);
  else if (before != NULL && table != NULL)
    sql = sqlite3_mprintf ("%s FROM main.%s NOT INDEXED", before, table);
  sqlite3_free (before);
  sqlite3_free (table);
  return sql;
}

static bool
prepare (ForeignRows *rows, const char *rowid)
{
  rows->rowid = rowid;
  char *sql = selection (rows);
  bool ok =
    sql != NULL && sqlite3_prepare_v2 (rows->database->db, sql, -1, &rows->statement, NULL) == SQLITE_OK;

  sqlite3_free (sql);
  return ok;
}

bool
foreign_rows_begin (ForeignRows *rows,
                    ForeignDatabase *database,
                    const char *table,
                    const char *const *columns,
                    unsigned n_columns)
{
  *rows = (ForeignRows){
    .database = database,
    .table = table,
    .columns = columns,
    .n_columns = n_columns,
    .is_over = true,
  };
  database->text_bytes = 0;
  if (database->error != NULL || database->has_ended || !foreign_database_has_table (database, table))
    return false;
  const char *rowid = table_rowid_name (database->db, table);
  if ((rowid == NULL || !prepare (rows, rowid)) && !prepare (rows, NULL))
    {
      database->n_broken++;
      return false;
    }
  rows->is_over = false;
  return true;
}

/* Behind a damaged place: the rows that can be reached from the end. Returns false if there are none. */
static bool
turn_back (ForeignRows *rows)
{
  if (rows->is_backward || rows->rowid == NULL)
    return false;
  sqlite3_finalize (rows->statement);
  rows->statement = NULL;
  rows->is_backward = true;
  return prepare (rows, rows->rowid);
}

static bool
is_read_already (const ForeignRows *rows)
{
  return rows->is_backward && rows->n > rows->n_backward
         && sqlite3_column_int64 (rows->statement, 0) <= rows->last_rowid;
}

static void
note_row (ForeignRows *rows)
{
  int64_t rowid = sqlite3_column_int64 (rows->statement, 0);

  if (rows->is_backward)
    rows->lowest_rowid = rows->n_backward == 0 || rowid < rows->lowest_rowid ? rowid : rows->lowest_rowid;
  else
    {
      rows->highest_rowid = rows->n == 0 || rowid > rows->highest_rowid ? rowid : rows->highest_rowid;
      rows->last_rowid = rowid;
    }
  rows->n_backward += rows->is_backward;
  rows->n++;
}

static bool
keeps_on_searching (void *user_data)
{
  return look (user_data);
}

/* When SQLite has given what it can of a damaged table: the rows of pages that it cannot reach, with rowids between those
 * that were read. */
static void
begin_lost (ForeignRows *rows)
{
  ForeignDatabase *database = rows->database;
  bool has_forward = rows->n > rows->n_backward, has_backward = rows->n_backward > 0;
  bool no_memory = false;

  if ((has_forward && rows->highest_rowid == INT64_MAX) || (has_backward && rows->lowest_rowid == INT64_MIN))
    return;
  if (!database->has_searched)
    database->lost =
      lost_pages_new (database->source, database->db, keeps_on_searching, database, &no_memory);
  database->has_searched = true;
  if (database->lost != NULL)
    rows->lost = lost_rows_new (database->lost, database->db, rows->table, rows->columns, rows->n_columns,
                                has_forward ? rows->highest_rowid + 1 : INT64_MIN,
                                has_backward ? rows->lowest_rowid - 1 : INT64_MAX, FOREIGN_CELL_BYTES, &no_memory);
  if (no_memory)
    trace_builder_set_failed (database->builder);
  if (rows->lost == NULL)
    return;
  sqlite3_finalize (rows->statement);
  rows->statement = lost_rows_statement (rows->lost);
}

static bool
next_lost (ForeignRows *rows)
{
  for (;;)
    switch (lost_rows_next (rows->lost))
      {
      case LOST_ROW:
        rows->n++;
        return true;
      case LOST_PAGE_END:
        if (++rows->n_lost_pages % PAGES_PER_LOOK == 0 && !look (rows->database))
          return false;
        break;
      case LOST_NO_MEMORY:
        trace_builder_set_failed (rows->database->builder);
        return false;
      default:
        return false;
      }
}

/* A damaged interior page may lead to the same pages again and again: levels of such pages to more rows than anyone can
 * read. */
static bool
is_in_order (const ForeignRows *rows)
{
  if (rows->rowid == NULL)
    return rows->n < byte_source_decoded_size (rows->database->source);

  int64_t rowid = sqlite3_column_int64 (rows->statement, 0);
  return rows->is_backward ? rows->n_backward == 0 || rowid < rows->lowest_rowid
                           : rows->n == 0 || rowid > rows->last_rowid;
}

/* Returns whether SQLite has another row. *ret_is_damaged tells that it has not because the table is damaged. */
static bool
next_of_sqlite (ForeignRows *rows, bool *ret_is_damaged)
{
  ForeignDatabase *database = rows->database;

  for (;;)
    {
      int status = sqlite3_step (rows->statement);

      bool is_row = status == SQLITE_ROW && is_in_order (rows);
      if (is_row && !is_read_already (rows))
        {
          note_row (rows);
          return true;
        }
      if (is_row || status == SQLITE_DONE)
        break;
      bool is_out = foreign_database_is_out_of_memory (status);
      if (is_out)
        trace_builder_set_failed (database->builder);
      if (status == SQLITE_INTERRUPT)
        look (database);
      if (is_out || status == SQLITE_INTERRUPT)
        return false;
      database->n_broken += !rows->is_backward;
      if (!turn_back (rows))
        {
          *ret_is_damaged = rows->rowid != NULL;
          return false;
        }
    }
  return false;
}

/* Returns false if the texts so far are more than there can be; the table then counts as damaged. */
static bool
has_sound_texts (ForeignDatabase *database)
{
  bool is_sound =
    database->text_bytes / TEXT_TIMES_OF_FILE <= byte_source_decoded_size (database->source);

  database->n_broken += !is_sound;
  return is_sound;
}

bool
foreign_rows_next (ForeignRows *rows)
{
  bool is_damaged = false;

  if (!rows->is_over && !has_sound_texts (rows->database))
    rows->is_over = true;
  if (!rows->is_over && (rows->n % ROWS_PER_LOOK != 0 || look (rows->database)))
    {
      if (rows->lost == NULL && next_of_sqlite (rows, &is_damaged))
        return true;
      if (is_damaged)
        begin_lost (rows);
      if (rows->lost != NULL && next_lost (rows))
        return true;
    }
  rows->is_over = true;
  return false;
}

void
foreign_rows_end (ForeignRows *rows)
{
  if (rows->lost == NULL)
    sqlite3_finalize (rows->statement);
  lost_rows_free (rows->lost);
  rows->statement = NULL;
  rows->lost = NULL;
  rows->is_over = true;
}

/* Column 0 is the row id. */
static int
place (unsigned column)
{
  return (int) column + 1;
}

bool
foreign_rows_integer (const ForeignRows *rows, unsigned column, int64_t *ret)
{
  double number;

  switch (sqlite3_column_type (rows->statement, place (column)))
    {
    case SQLITE_INTEGER:
      *ret = sqlite3_column_int64 (rows->statement, place (column));
      return true;
    case SQLITE_FLOAT:
      number = sqlite3_column_double (rows->statement, place (column));
      if (!(number >= -9007199254740992.0 && number <= 9007199254740992.0)
          || number != (double) (int64_t) number)
        return false;
      *ret = (int64_t) number;
      return true;
    default:
      return false;
    }
}

bool
foreign_rows_number (const ForeignRows *rows, unsigned column, double *ret)
{
  int type = sqlite3_column_type (rows->statement, place (column));

  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return false;
  *ret = sqlite3_column_double (rows->statement, place (column));
  return true;
}

bool
foreign_rows_text (const ForeignRows *rows, unsigned column, const char **ret, size_t *ret_length)
{
  if (sqlite3_column_type (rows->statement, place (column)) != SQLITE_TEXT)
    return false;
  const char *text = (const char *) sqlite3_column_text (rows->statement, place (column));
  if (text == NULL)
    return false;
  *ret = text;
  *ret_length = (size_t) sqlite3_column_bytes (rows->statement, place (column));
  rows->database->text_bytes += *ret_length;
  return true;
}

bool
foreign_rows_is_null (const ForeignRows *rows, unsigned column)
{
  return sqlite3_column_type (rows->statement, place (column)) == SQLITE_NULL;
}
