/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/app/library/library_place.h"

#include <sqlite3.h>

#include "tests/unit/fixtures/opened_text.h"

void
library_place_set_up (LibraryPlace *place, gconstpointer data)
{
  (void) data;
  place->folder = opened_folder_new ();
  place->path = g_build_filename (place->folder, "library.sqlite", NULL);
}

void
library_place_tear_down (LibraryPlace *place, gconstpointer data)
{
  (void) data;
  g_free (place->path);
  opened_folder_remove (place->folder);
}

void
library_place_execute (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}
