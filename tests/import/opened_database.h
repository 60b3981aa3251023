/* SPDX-License-Identifier: Apache-2.0
 *
 * Databases in memory for tests, and how an importer opens them. */

#pragma once

#include <glib.h>

#include "trace/import/sqlite/foreign_database.h"

typedef struct
{
  ByteSource *source;
  TraceBuilder *builder;
  ForeignDatabase *database; /* NULL if it could not be opened */
  int fd;
} OpenedDatabase;

/* Returns the bytes of the database that statements make. */
GByteArray *bytes_of_sql (const char *sql);

OpenedDatabase opened_database (const GByteArray *bytes, GError **error);
void opened_database_clear (OpenedDatabase *opened);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OpenedDatabase, opened_database_clear)
