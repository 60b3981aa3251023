/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/foreign_database_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/import/sqlite/source_vfs.h"
#include "trace/text/trace_error.h"

/* Steps of SQLite's virtual machine between two checks whether to stop. */
#define STEPS_PER_LOOK 100000

static const struct
{
  int id, value;
} settings[] = {
  { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
  { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
  { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
  { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  { SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0 },
  { SQLITE_DBCONFIG_DQS_DML, 0 },
  { SQLITE_DBCONFIG_DQS_DDL, 0 },
  /* Otherwise one unreadable entry of the schema, or a file that is too short, would make all tables unreadable. Nothing can be written: the file is
   * read-only, and the authorizer allows only reading. */
  { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1 },
};

static const struct
{
  int id, value;
} limits[] = {
  { SQLITE_LIMIT_LENGTH, FOREIGN_CELL_BYTES }, { SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
  { SQLITE_LIMIT_COLUMN, 2000 },       { SQLITE_LIMIT_EXPR_DEPTH, 100 },
  { SQLITE_LIMIT_COMPOUND_SELECT, 1 }, { SQLITE_LIMIT_VDBE_OP, 100000 },
  { SQLITE_LIMIT_ATTACHED, 0 },        { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
  { SQLITE_LIMIT_WORKER_THREADS, 0 },
};

static int
authorize (void *data,
           int action,
           const char *first,
           const char *second,
           const char *schema,
           const char *trigger)
{
  (void) data;
  (void) second;
  (void) schema;
  (void) trigger;
  if (action == SQLITE_PRAGMA)
    return strcmp (first, "table_xinfo") == 0 || strcmp (first, "index_list") == 0 ? SQLITE_OK : SQLITE_DENY;
  return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

/* A damaged tree of pages may lead in a circle for long, without a row. Here nothing may be forked. */
static int
look_during_step (void *user_data)
{
  ForeignDatabase *database = user_data;

  return database->control != NULL && database->control->cancelled != NULL
         && atomic_load_explicit (database->control->cancelled, memory_order_relaxed);
}

static bool
keeps_on (void *user_data, GError **error)
{
  ForeignDatabase *database = user_data;

  return import_control_continue (database->control, database->source, database->builder, error);
}

bool
foreign_database_is_out_of_memory (int status)
{
  void *probe = status == SQLITE_NOMEM ? malloc (FOREIGN_CELL_BYTES) : NULL;
  bool is_out = status == SQLITE_NOMEM && probe == NULL;

  free (probe);
  return is_out;
}

static bool
fail_to_open (ForeignDatabase *database, int status, GError **error)
{
  if (foreign_database_is_out_of_memory (status))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.",
                 database->path);
  else
    g_set_error (
      error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
      "%s: is an SQLite database that cannot be read (%s). If a program still writes it, try again when it "
      "has finished.",
      database->path, sqlite3_errstr (status == SQLITE_NOMEM ? SQLITE_CORRUPT : status));
  return false;
}

static bool
open_database (ForeignDatabase *database, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (!byte_source_make_seekable (database->source, keeps_on, database, error))
    return false;
  database->vfs = source_vfs_new (database->source);
  int status = database->vfs != NULL ? source_vfs_open (database->vfs, &database->db) : SQLITE_NOMEM;
  if (status != SQLITE_OK)
    return fail_to_open (database, status, error);
  for (size_t i = 0; i < G_N_ELEMENTS (settings); i++)
    sqlite3_db_config (database->db, settings[i].id, settings[i].value, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (database->db, limits[i].id, limits[i].value);
  /* SQLite checks the cells of a page when it first uses the page, and takes a page that failed for checked as long as it
   * keeps it. A second use would read bytes of memory beyond it. Without a cache no page outlives its use; a table is read
   * once, from begin to end, so a cache would save nothing. */
  sqlite3_exec (database->db,
                "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; "
                "PRAGMA cache_size = 0",
                NULL, NULL, NULL);
  /* A virtual table has no root page, but a damaged schema may give it one: then no code of its module is there to run. */
  sqlite3_drop_modules (database->db, NULL);
  sqlite3_set_authorizer (database->db, authorize, database);
  sqlite3_progress_handler (database->db, STEPS_PER_LOOK, look_during_step, database);

  status = sqlite3_prepare_v2 (database->db, "SELECT name FROM sqlite_schema", -1, &statement, NULL);
  if (status == SQLITE_OK)
    status = sqlite3_step (statement);
  sqlite3_finalize (statement);
  return status == SQLITE_ROW || status == SQLITE_DONE || fail_to_open (database, status, error);
}

ForeignDatabase *
foreign_database_new (ByteSource *source,
                      const char *path,
                      TraceBuilder *builder,
                      const ImportControl *control,
                      GError **error)
{
  ForeignDatabase *database = calloc (1, sizeof *database);

  if (database == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.", path);
      return NULL;
    }
  database->source = source;
  database->path = path;
  database->builder = builder;
  database->control = control;
  if (open_database (database, error))
    return database;
  foreign_database_free (database);
  return NULL;
}

void
foreign_database_free (ForeignDatabase *database)
{
  if (database == NULL)
    return;
  lost_pages_free (database->lost);
  sqlite3_close (database->db);
  source_vfs_free (database->vfs);
  g_clear_error (&database->error);
  free (database);
}

/* ---- tables ---- */

/* A view has no root page, nor has a virtual table. */
#define IS_TABLE "type = 'table' AND rootpage > 0"

bool
foreign_database_has_table (ForeignDatabase *database, const char *table)
{
  sqlite3_stmt *statement = NULL;
  bool has = false;

  if (table[0] != '\0'
      && (strcmp (database->found, table) == 0
          || (database->listed != NULL && strcmp (database->listed, table) == 0)))
    return true;
  if (sqlite3_prepare_v2 (database->db, "SELECT 1 FROM sqlite_schema WHERE " IS_TABLE " AND name = ?1", -1,
                          &statement, NULL)
      == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
      has = sqlite3_step (statement) == SQLITE_ROW;
    }
  sqlite3_finalize (statement);
  if (has)
    g_strlcpy (database->found, table, strlen (table) < sizeof database->found ? sizeof database->found : 1);
  return has;
}

/* Columns of "PRAGMA table_xinfo". */
enum
{
  INFO_NAME = 1,
  INFO_HIDDEN = 6, /* 0 unless it is computed or belongs to a virtual table */
};

/* A computed column is an expression of the file, so it counts as missing. */
bool
foreign_database_has_column (ForeignDatabase *database, const char *table, const char *column)
{
  sqlite3_stmt *statement = NULL;
  bool has = false;

  if (!foreign_database_has_table (database, table))
    return false;
  char *sql = sqlite3_mprintf ("PRAGMA main.table_xinfo (\"%w\")", table);
  if (sql != NULL && sqlite3_prepare_v2 (database->db, sql, -1, &statement, NULL) == SQLITE_OK)
    while (!has && sqlite3_step (statement) == SQLITE_ROW)
      {
        const char *name = (const char *) sqlite3_column_text (statement, INFO_NAME);

        has = name != NULL && g_ascii_strcasecmp (name, column) == 0
              && sqlite3_column_int (statement, INFO_HIDDEN) == 0;
      }
  sqlite3_finalize (statement);
  sqlite3_free (sql);
  return has;
}

/* Adds the names of tables as far as the schema can be read in one direction. Returns whether it was read to its end. */
static bool
add_tables (ForeignDatabase *database, const char *sql, GPtrArray *names)
{
  sqlite3_stmt *statement = NULL;
  int status = sqlite3_prepare_v2 (database->db, sql, -1, &statement, NULL);

  if (status == SQLITE_OK)
    while ((status = sqlite3_step (statement)) == SQLITE_ROW)
      {
        const char *name = (const char *) sqlite3_column_text (statement, 0);

        if (name != NULL)
          g_ptr_array_add (names, g_strdup (name));
      }
  sqlite3_finalize (statement);
  return status == SQLITE_DONE;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

bool
foreign_database_is_truncated (const ForeignDatabase *database)
{
  return source_vfs_is_truncated (database->vfs);
}

/* https://sqlite.org/fileformat2.html: the versions of a database that is written through a log, and the header of the log. */
#define VERSIONS_AT      18
#define VERSION_LOG      2
#define LOG_HEADER_BYTES 32

bool
foreign_database_has_log (const ForeignDatabase *database)
{
  g_autofree char *path = g_strconcat (database->path, "-wal", NULL);
  uint8_t versions[2];
  struct stat info;

  return byte_source_read_at (database->source, VERSIONS_AT, versions, sizeof versions) == sizeof versions
         && versions[1] == VERSION_LOG && stat (path, &info) == 0 && S_ISREG (info.st_mode)
         && info.st_size > LOG_HEADER_BYTES;
}

void
foreign_database_tables (ForeignDatabase *database,
                         bool (*each) (const char *table, void *user_data),
                         void *user_data)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  /* SQLite would read all of a damaged schema before the first name if it sorted them. */
  if (!add_tables (database, "SELECT name FROM sqlite_schema WHERE " IS_TABLE, names))
    add_tables (database, "SELECT name FROM sqlite_schema WHERE " IS_TABLE " ORDER BY rowid DESC", names);
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      database->listed = names->pdata[i];
      if ((i == 0 || strcmp (names->pdata[i - 1], names->pdata[i]) != 0) && !each (names->pdata[i], user_data))
        break;
    }
  database->listed = NULL;
}

bool
foreign_database_check (ForeignDatabase *database, GError **error)
{
  if (database->error == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&database->error));
  return false;
}

bool
foreign_database_add_health (ForeignDatabase *database)
{
  bool is_truncated = source_vfs_is_truncated (database->vfs) && !database->has_ended;
  bool is_broken = database->n_broken > 0 && !database->has_ended;

  if (is_truncated)
    trace_builder_add_health (database->builder, HEALTH_SQLITE_TRUNCATED, 1,
                              (int64_t) byte_source_decoded_size (database->source));
  if (is_broken)
    trace_builder_add_health (database->builder, HEALTH_SQLITE_DAMAGED, database->n_broken, HEALTH_NO_OFFSET);
  if (foreign_database_has_log (database))
    trace_builder_add_health (database->builder, HEALTH_SQLITE_LOG_NOT_READ, 1, HEALTH_NO_OFFSET);
  return is_truncated || is_broken;
}
