/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/opened_database.h"

#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

GByteArray *
bytes_of_sql (const char *sql)
{
  sqlite3 *db;
  sqlite3_int64 n;
  GByteArray *bytes = g_byte_array_new ();

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  uint8_t *copy = sqlite3_serialize (db, "main", &n, 0);
  g_byte_array_append (bytes, copy, (guint) n);
  sqlite3_free (copy);
  sqlite3_close (db);
  return bytes;
}

OpenedDatabase
opened_database (const GByteArray *bytes, GError **error)
{
  OpenedDatabase opened = { .fd = memfd_create ("database", MFD_CLOEXEC), .builder = trace_builder_new () };

  g_assert_cmpint (write (opened.fd, bytes->data, bytes->len), ==, bytes->len);
  lseek (opened.fd, 0, SEEK_SET);
  trace_builder_begin_rank (opened.builder, "x.sqlite");
  opened.source = byte_source_new (opened.fd, "x.sqlite", BYTE_SOURCE_EXACT, error);
  g_assert_nonnull (opened.source);
  opened.database = foreign_database_new (opened.source, "x.sqlite", opened.builder, NULL, error);
  return opened;
}

void
opened_database_clear (OpenedDatabase *opened)
{
  foreign_database_free (opened->database);
  byte_source_free (opened->source);
  trace_builder_free (opened->builder);
  close (opened->fd);
}
