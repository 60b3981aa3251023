/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "app/library/library_private.h"

char *
library_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what)
{
  sqlite3_stmt *statement =
    library_prepare (library, "SELECT value FROM view WHERE key = ?1 AND what = ?2", key);
  char *value = NULL;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 2, what, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (statement) == SQLITE_ROW && sqlite3_column_bytes (statement, 0) <= LIBRARY_VIEW_MAX)
    value = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return value;
}

void
library_set_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what, const char *value)
{
  bool is_kept = value != NULL;

  if (library_key_is_nobodys (key) || (is_kept && strlen (value) > LIBRARY_VIEW_MAX))
    return;
  sqlite3_stmt *statement =
    library_prepare (library,
                     is_kept ? "INSERT INTO view (key, what, value) VALUES (?1, ?2, ?3) "
                               "ON CONFLICT (key, what) DO UPDATE SET value = excluded.value"
                             : "DELETE FROM view WHERE key = ?1 AND what = ?2",
                     key);
  if (statement == NULL)
    return;
  sqlite3_bind_text (statement, 2, what, -1, SQLITE_TRANSIENT);
  if (is_kept)
    sqlite3_bind_text (statement, 3, value, -1, SQLITE_TRANSIENT);
  sqlite3_step (statement);
  sqlite3_finalize (statement);
}

void
library_forget_views (Library *library)
{
  sqlite3_stmt *statement = library_prepare (library, "DELETE FROM view", NULL);

  if (statement != NULL)
    sqlite3_step (statement);
  sqlite3_finalize (statement);
}
