/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/rocm_source.h"

#include <sqlite3.h>
#include <string.h>

#define BASE_LINE "-- base: "

static void
run_sql (sqlite3 *db, const char *path)
{
  g_autofree char *text = NULL;
  char *message = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  if (g_str_has_prefix (text, BASE_LINE))
    {
      const char *name = text + strlen (BASE_LINE);
      g_autofree char *base = g_strndup (name, strcspn (name, "\n"));
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *base_path = g_build_filename (folder, base, NULL);

      run_sql (db, base_path);
    }
  if (sqlite3_exec (db, text, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", path, message);
}

GByteArray *
rocm_source_bytes (const char *path)
{
  GByteArray *bytes = g_byte_array_new ();
  sqlite3 *db = NULL;
  sqlite3_int64 n;

  if (g_str_has_suffix (path, ".json"))
    {
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_byte_array_append (bytes, (const guint8 *) text, (guint) length);
      return bytes;
    }
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA page_size = 512", NULL, NULL, NULL);
  run_sql (db, path);
  unsigned char *data = sqlite3_serialize (db, "main", &n, 0);
  g_assert_nonnull (data);
  g_byte_array_append (bytes, data, (guint) n);
  sqlite3_free (data);
  sqlite3_close (db);
  return bytes;
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
rocm_source_cases (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder = g_build_filename (root != NULL ? root : ".", "tests", "import", "rocm", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if ((g_str_has_prefix (name, "y_") || g_str_has_prefix (name, "n_"))
        && (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".sql")))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
