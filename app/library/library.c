/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define BUSY_TIMEOUT_MS 2000
#define BUSY_PAUSE_US   2000
#define BUSY_TRIES      5 /* of a transaction */

struct Library
{
  char *path; /* NULL: there is no place for it */
  bool is_read_only;
  GMutex lock; /* of what follows */
  bool is_open;
  bool is_stored;
  char *reason; /* why nothing is stored, or was not, for people; NULL: as yet all is */
  bool is_told;
  void (*tell) (const char *reason, gpointer data); /* or NULL */
  gpointer tell_data;
  LaterWrites *later; /* of the thread that the library was made in */
  sqlite3 *db;        /* NULL: there is not even memory for one */
};

/* Each brings the database from the version of its index to the next one; none is ever changed. */
static const char *const migrations[] = {
  "CREATE TABLE profile (key BLOB PRIMARY KEY, steps_pattern TEXT) WITHOUT ROWID, STRICT",

  "CREATE TABLE view (key BLOB, what TEXT, value TEXT NOT NULL, PRIMARY KEY (key, what)) WITHOUT ROWID, STRICT;"
  "CREATE TABLE bookmark (key BLOB, id TEXT, kind INTEGER NOT NULL, begin_ns INTEGER NOT NULL,"
  " end_ns INTEGER NOT NULL, slice TEXT NOT NULL, colour INTEGER NOT NULL, title TEXT NOT NULL,"
  " note TEXT NOT NULL, created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL,"
  " PRIMARY KEY (key, id)) WITHOUT ROWID, STRICT",

  /* library_entries.c. The revision of an entry grows with each change of any of them. */
  "CREATE TABLE entry (path BLOB NOT NULL UNIQUE, display_name TEXT NOT NULL, note TEXT NOT NULL, tags TEXT NOT NULL,"
  " kind INTEGER NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, hardware TEXT NOT NULL,"
  " n_ranks INTEGER NOT NULL, n_steps INTEGER NOT NULL, created_s INTEGER NOT NULL, size_bytes INTEGER NOT NULL,"
  " modified_ns INTEGER NOT NULL, opened_ms INTEGER NOT NULL, key BLOB, is_removed INTEGER NOT NULL,"
  " revision INTEGER NOT NULL) STRICT;"
  "CREATE INDEX entry_revision ON entry (revision);"
  "CREATE TABLE folder (number INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE) STRICT",

  /* library_pairs.c. Of two names the one that is less bytewise comes first. */
  "CREATE TABLE kernel_pair (number INTEGER PRIMARY KEY, name BLOB NOT NULL, other BLOB NOT NULL,"
  " is_apart INTEGER NOT NULL, UNIQUE (name, other)) STRICT",

  /* library_costs.c */
  "CREATE TABLE price (hardware TEXT PRIMARY KEY, per_hour REAL NOT NULL, currency TEXT NOT NULL,"
  " gpus_per_node INTEGER NOT NULL) WITHOUT ROWID, STRICT;"
  "CREATE TABLE batch (key BLOB PRIMARY KEY, samples INTEGER NOT NULL) WITHOUT ROWID, STRICT",

  /* library_counters.c: by the keys of the profile and of the file of counters. */
  "CREATE TABLE counters (key BLOB, file BLOB, shift_ns INTEGER NOT NULL, interval_ns INTEGER NOT NULL,"
  " PRIMARY KEY (key, file)) WITHOUT ROWID, STRICT",
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

static char *
reason_of (sqlite3 *db)
{
  if (db == NULL)
    return g_strdup (sqlite3_errstr (SQLITE_NOMEM));
  if (sqlite3_db_readonly (db, "main") == 1)
    return g_strdup (sqlite3_errstr (SQLITE_READONLY));
  if (sqlite3_errcode (db) != SQLITE_OK)
    return g_strdup (sqlite3_errmsg (db));
  return read_version (db) > (int) G_N_ELEMENTS (migrations)
           ? g_strdup (_ ("the library was written by a newer version of Stepscope"))
           : g_strdup (sqlite3_errstr (SQLITE_ERROR));
}

/* NULL: cannot be used, and *ret_reason tells why. */
static sqlite3 *
open_database (const char *path, bool is_file, char **ret_reason)
{
  sqlite3 *db = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;

  if (sqlite3_open_v2 (path, &db, flags, NULL) == SQLITE_OK)
    {
      sqlite3_busy_timeout (db, BUSY_TIMEOUT_MS);
      /* Changing the mode writes, which a newer program's database is spared. */
      if (sqlite3_db_readonly (db, "main") == 0 && read_version (db) <= (int) G_N_ELEMENTS (migrations)
          && (!is_file || use_write_ahead_log (db)) && migrate (db))
        return db;
    }
  *ret_reason = reason_of (db);
  sqlite3_close (db);
  return NULL;
}

/* As it is; a database of a version that is not known is not read. A log without its index can only be read by who may
 * write beside it: then what is in the database itself has to do. NULL: cannot be used. */
static sqlite3 *
open_to_read (const char *path)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:%s%s", escaped, i == 0 ? "" : "?immutable=1");
      sqlite3 *db = NULL;

      if (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, NULL)
          == SQLITE_OK)
        {
          sqlite3_busy_timeout (db, BUSY_TIMEOUT_MS);
          int version = read_version (db);
          if (version >= 0 && version <= (int) G_N_ELEMENTS (migrations))
            return db;
        }
      sqlite3_close (db);
    }
  return NULL;
}

static void
open_to_write (Library *library)
{
  g_autofree char *reason = NULL;

  if (library->path != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (library->path);

      g_mkdir_with_parents (folder, 0700);
      library->db = open_database (library->path, true, &library->reason);
    }
  else
    library->reason = g_strdup (_ ("there is no folder for it"));
  library->is_stored = library->db != NULL;
  if (library->db == NULL)
    library->db = open_database (":memory:", false, &reason);
}

/* NULL: without it, nothing is kept. */
static sqlite3 *
database (Library *library)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&library->lock);
  (void) locker;

  if (library->is_open)
    return library->db;
  if (!library->is_read_only)
    open_to_write (library);
  else if (library->path != NULL)
    library->db = open_to_read (library->path);
  library->is_open = true;
  return library->db;
}

/* Below $XDG_DATA_HOME, or what its specification puts in its place; a relative path is to be ignored. NULL: neither is
 * there. https://specifications.freedesktop.org/basedir-spec/0.8/ */
static char *
default_path (void)
{
  const char *base = getenv ("XDG_DATA_HOME"), *home = getenv ("HOME");

  if (base != NULL && base[0] == '/')
    return g_build_filename (base, "stepscope", "library.sqlite", NULL);
  return home != NULL && home[0] == '/'
           ? g_build_filename (home, ".local", "share", "stepscope", "library.sqlite", NULL)
           : NULL;
}

Library *
library_new (const char *path)
{
  Library *library = g_new0 (Library, 1);

  library->path = path != NULL ? g_strdup (path) : default_path ();
  g_mutex_init (&library->lock);
  return library;
}

Library *
library_new_read_only (const char *path)
{
  Library *library = library_new (path);

  library->is_read_only = true;
  return library;
}

void
library_free (Library *library)
{
  if (library == NULL)
    return;
  later_writes_free (library->later);
  sqlite3_close (library->db);
  g_mutex_clear (&library->lock);
  g_free (library->reason);
  g_free (library->path);
  g_free (library);
}

LaterWrites **
library_later_writes (Library *library)
{
  return &library->later;
}

bool
library_is_stored (Library *library)
{
  return database (library) != NULL && library->is_stored;
}

sqlite3_stmt *
library_prepare (Library *library, const char *sql, const uint8_t key[TRACE_KEY_BYTES])
{
  sqlite3 *db = database (library);
  sqlite3_stmt *statement = NULL;

  if (db == NULL || sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  if (key != NULL)
    sqlite3_bind_blob (statement, 1, key, TRACE_KEY_BYTES, SQLITE_TRANSIENT);
  return statement;
}

/* The database's mutex is held. */
static void
note_reason (Library *library)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&library->lock);
  (void) locker;

  if (library->reason == NULL)
    library->reason = reason_of (library->db);
}

/* Who was in vain waited for is not waited for so long again: the program may be about to end. */
static bool
is_told (Library *library)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&library->lock);
  (void) locker;

  return library->is_told;
}

bool
library_begin (Library *library)
{
  sqlite3 *db = database (library);
  int n_tries = is_told (library) ? 1 : BUSY_TRIES, status = SQLITE_BUSY;

  if (db == NULL)
    return false;
  /* SQLite itself waits BUSY_TIMEOUT_MS every time; others read in between. */
  for (int i = 0; i < n_tries && status == SQLITE_BUSY; i++)
    {
      sqlite3_mutex_enter (sqlite3_db_mutex (db));
      status = sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
      if (status == SQLITE_OK)
        return true;
      if (status != SQLITE_BUSY || i == n_tries - 1)
        note_reason (library);
      sqlite3_mutex_leave (sqlite3_db_mutex (db));
    }
  return false;
}

bool
library_end (Library *library, bool is_kept)
{
  sqlite3 *db = database (library);

  is_kept = is_kept && run (db, "COMMIT");
  if (!is_kept)
    {
      note_reason (library);
      run (db, "ROLLBACK");
    }
  sqlite3_mutex_leave (sqlite3_db_mutex (db));
  return is_kept;
}

void
library_tell_loss (Library *library, void (*tell) (const char *reason, gpointer data), gpointer data)
{
  library->tell = tell;
  library->tell_data = data;
}

bool
library_tell_unless (Library *library, bool is_kept)
{
  g_mutex_lock (&library->lock);
  if (is_kept && library->is_stored)
    {
      /* What is lost after this is a loss of its own. */
      library->is_told = false;
      g_clear_pointer (&library->reason, g_free);
      g_mutex_unlock (&library->lock);
      return true;
    }
  bool is_first = !library->is_told;
  g_autofree char *reason = g_strdup (library->reason);
  library->is_told = true;
  g_mutex_unlock (&library->lock);
  if (is_first && library->tell != NULL)
    library->tell (reason != NULL ? reason : sqlite3_errstr (SQLITE_ERROR), library->tell_data);
  return false;
}

bool
library_key_is_nobodys (const uint8_t key[TRACE_KEY_BYTES])
{
  static const uint8_t nobody[TRACE_KEY_BYTES];

  return memcmp (key, nobody, sizeof nobody) == 0;
}

/* ---- steps ---- */

char *
library_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES])
{
  sqlite3_stmt *statement =
    library_prepare (library, "SELECT steps_pattern FROM profile WHERE key = ?1", key);
  char *pattern = NULL;

  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    pattern = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return pattern;
}

void
library_set_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *pattern)
{
  if (library_key_is_nobodys (key))
    return;
  sqlite3_stmt *statement =
    library_prepare (library,
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
