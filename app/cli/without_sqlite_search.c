/* SPDX-License-Identifier: Apache-2.0
 *
 * Linked into stepscope-cli alone. SQLite registers its full-text and spatial search (fts3, fts5, rtree) with every
 * database it opens. No profile has tables of theirs and no query may make one, so these empty registrations take their
 * place, and the linker leaves 300 KB of a static SQLite out. */

#include <sqlite3.h>

/* SQLite calls them by these names (BuiltinExtensions in its main.c); no header declares them. */
int sqlite3Fts3Init (sqlite3 *database);
int sqlite3Fts5Init (sqlite3 *database);
int sqlite3RtreeInit (sqlite3 *database);

int
sqlite3Fts3Init (sqlite3 *database)
{
  (void) database;
  return SQLITE_OK;
}

int
sqlite3Fts5Init (sqlite3 *database)
{
  (void) database;
  return SQLITE_OK;
}

int
sqlite3RtreeInit (sqlite3 *database)
{
  (void) database;
  return SQLITE_OK;
}
