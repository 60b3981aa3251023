/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library.h"

#include <sqlite3.h>
#include <string.h>

#define BUSY_TIMEOUT_MS 2000
#define BUSY_PAUSE_US   2000

struct Library
{
  char *path;
  GMutex lock; /* of what follows */
  bool is_open;
  bool is_stored;
  sqlite3 *db; /* NULL: there is not even memory for one */
};

/* Each brings the database from the version of its index to the next one; none is ever changed. */
static const char *const migrations[] = {
  "CREATE TABLE profile (key BLOB PRIMARY KEY, steps_pattern TEXT) WITHOUT ROWID, STRICT",
};

static bool
run (sqlite3 *db, const char *sql)
{
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* -1: the database cannot be read. */
static int
read_version (sqlite3 *db)
{
  sqlite3_stmt *statement = NULL;
  int version = -1;

  if (sqlite3_prepare_v2 (db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    version = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  return version;
}

/* The version is read again inside the transaction: two programs may start at once. */
static bool
migrate (sqlite3 *db)
{
  int version = read_version (db);

  if (version == (int) G_N_ELEMENTS (migrations))
    return true;
  if (!run (db, "BEGIN IMMEDIATE"))
    return false;
  version = read_version (db);
  bool ok = version >= 0 && version <= (int) G_N_ELEMENTS (migrations);

  for (int i = version; ok && i < (int) G_N_ELEMENTS (migrations); i++)
    {
      g_autofree char *mark = g_strdup_printf ("PRAGMA user_version = %d", i + 1);
      ok = run (db, migrations[i]) && run (db, mark);
    }
  if (ok && run (db, "COMMIT"))
    return true;
  run (db, "ROLLBACK");
  return false;
}

/* SQLite does not wait by itself for another program that is changing the mode at the same moment. */
static bool
use_write_ahead_log (sqlite3 *db)
{
  gint64 deadline_us = g_get_monotonic_time () + BUSY_TIMEOUT_MS * 1000;
  int status;

  while ((status = sqlite3_exec (db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL)) == SQLITE_BUSY
         && g_get_monotonic_time () < deadline_us)
    g_usleep (BUSY_PAUSE_US);
  return status == SQLITE_OK;
}

/* NULL: cannot be used. */
static sqlite3 *
open_database (const char *path, bool is_file)
{
  sqlite3 *db = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;

  if (sqlite3_open_v2 (path, &db, flags, NULL) == SQLITE_OK)
    {
      sqlite3_busy_timeout (db, BUSY_TIMEOUT_MS);
      if (sqlite3_db_readonly (db, "main") == 0 && (!is_file || use_write_ahead_log (db)) && migrate (db))
        return db;
    }
  sqlite3_close (db);
  return NULL;
}

/* NULL: without it, nothing is kept. */
static sqlite3 *
database (Library *library)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&library->lock);
  (void) locker;

  if (library->is_open)
    return library->db;
  g_autofree char *folder = g_path_get_dirname (library->path);
  g_mkdir_with_parents (folder, 0700);
  library->db = open_database (library->path, true);
  library->is_stored = library->db != NULL;
  if (library->db == NULL)
    library->db = open_database (":memory:", false);
  library->is_open = true;
  return library->db;
}

Library *
library_new (const char *path)
{
  Library *library = g_new0 (Library, 1);

  library->path = path != NULL
                    ? g_strdup (path)
                    : g_build_filename (g_get_user_data_dir (), "stepscope", "library.sqlite", NULL);
  g_mutex_init (&library->lock);
  return library;
}

void
library_free (Library *library)
{
  if (library == NULL)
    return;
  sqlite3_close (library->db);
  g_mutex_clear (&library->lock);
  g_free (library->path);
  g_free (library);
}

bool
library_is_stored (Library *library)
{
  return database (library) != NULL && library->is_stored;
}

static sqlite3_stmt *
prepare (Library *library, const char *sql, const uint8_t key[TRACE_KEY_BYTES])
{
  sqlite3 *db = database (library);
  sqlite3_stmt *statement = NULL;

  if (db == NULL || sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_bind_blob (statement, 1, key, TRACE_KEY_BYTES, SQLITE_TRANSIENT);
  return statement;
}

char *
library_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES])
{
  sqlite3_stmt *statement = prepare (library, "SELECT steps_pattern FROM profile WHERE key = ?1", key);
  char *pattern = NULL;

  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    pattern = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return pattern;
}

void
library_set_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *pattern)
{
  static const uint8_t nobody[TRACE_KEY_BYTES];

  if (memcmp (key, nobody, sizeof nobody) == 0)
    return;
  sqlite3_stmt *statement = prepare (library,
                                     "INSERT INTO profile (key, steps_pattern) VALUES (?1, ?2) "
                                     "ON CONFLICT (key) DO UPDATE SET steps_pattern = excluded.steps_pattern",
                                     key);
  if (statement == NULL)
    return;
  if (pattern != NULL)
    sqlite3_bind_text (statement, 2, pattern, -1, SQLITE_TRANSIENT);
  sqlite3_step (statement);
  sqlite3_finalize (statement);
}
