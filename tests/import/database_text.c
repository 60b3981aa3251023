/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/database_text.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <string.h>

#define HEADER_BYTES 100

/* Pages are small, so that a few rows are many of them. */
#define BEGIN "PRAGMA page_size = 512; BEGIN;"

static void
run (sqlite3 *db, const char *sql, const char *path)
{
  char *problem = NULL;

  if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
    g_error ("%s: %s", path, problem);
}

static int64_t
root_page (sqlite3 *db, const char *table)
{
  sqlite3_stmt *statement;

  if (strcmp (table, "sqlite_schema") == 0)
    return 1;
  g_assert_cmpint (
    sqlite3_prepare_v2 (db, "SELECT rootpage FROM sqlite_schema WHERE name = ?1", -1, &statement, NULL), ==,
    SQLITE_OK);
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  int64_t page = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return page;
}

/* Returns what follows the begin of a line, or NULL. */
static const char *
after (const char *line, const char *begin)
{
  return g_str_has_prefix (line, begin) ? line + strlen (begin) : NULL;
}

static void
fill_with_zeros (sqlite3 *db, GByteArray *bytes, const char *table)
{
  guint page_bytes = (guint) bytes->data[16] << 8 | bytes->data[17];
  guint begin = (guint) (root_page (db, table) - 1) * page_bytes, n_kept = begin == 0 ? HEADER_BYTES : 0;

  memset (bytes->data + begin + n_kept, 0, page_bytes - n_kept);
}

static void
change (sqlite3 *db, GByteArray *bytes, const char *line)
{
  const char *cut = after (line, "-- cut at "), *table = after (line, "-- zeros at ");
  const char *byte = after (line, "-- byte ");
  char *end;

  if (cut != NULL)
    g_byte_array_set_size (bytes, (guint) (bytes->len * g_ascii_strtoull (cut, NULL, 10) / 100));
  else if (table != NULL)
    fill_with_zeros (db, bytes, table);
  else if (byte != NULL)
    {
      guint64 at = g_ascii_strtoull (byte, &end, 10);

      g_assert_nonnull (after (end, " is "));
      bytes->data[at] = (guint8) g_ascii_strtoull (after (end, " is "), NULL, 10);
    }
}

GByteArray *
database_of_sql (const char *path)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree char *sql = NULL, *folder = g_path_get_dirname (path);
  sqlite3_int64 n;
  sqlite3 *db;

  g_assert_true (g_file_get_contents (path, &sql, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (sql, "\n", -1);
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  run (db, BEGIN, path);
  for (char **line = lines; *line != NULL && g_str_has_prefix (*line, "--"); line++)
    if (g_str_has_prefix (*line, "-- with "))
      {
        g_autofree char *other = g_build_filename (folder, *line + strlen ("-- with "), NULL);
        g_autofree char *other_sql = NULL;

        g_assert_true (g_file_get_contents (other, &other_sql, NULL, NULL));
        run (db, other_sql, other);
      }
  run (db, sql, path);
  run (db, "COMMIT", path);

  unsigned char *content = sqlite3_serialize (db, "main", &n, 0);
  g_assert_nonnull (content);
  g_byte_array_append (bytes, content, (guint) n);
  sqlite3_free (content);
  for (char **line = lines; *line != NULL && g_str_has_prefix (*line, "--"); line++)
    change (db, bytes, *line);
  sqlite3_close (db);
  return bytes;
}
