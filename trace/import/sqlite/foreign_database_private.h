/* SPDX-License-Identifier: Apache-2.0
 *
 * What the reading of rows (foreign_rows.c) knows of the database. */

#pragma once

#include "trace/import/sqlite/foreign_database.h"
#include "trace/import/sqlite/source_vfs.h"

/* Longest cell. Longer ones end the reading of their table. */
#define FOREIGN_CELL_BYTES (16 << 20)

struct ForeignDatabase
{
  SourceVfs *vfs;
  sqlite3 *db;
  ByteSource *source;
  const char *path;
  TraceBuilder *builder;
  const ImportControl *control;
  GError *error;     /* why reading had to stop */
  bool has_ended;    /* this is the partial profile of a file that another process reads on */
  uint64_t n_broken; /* tables of which not all rows could be reached */
  LostPages *lost;   /* NULL if nothing is damaged, or nothing can be found */
  bool has_searched; /* for lost pages */
  uint64_t text_bytes; /* that were given of the table that is read */

  /* The table that was found last. Each of its columns asks for it again, and each time the whole schema is read. */
  char found[256];
  const char *listed; /* likewise, the table that foreign_database_tables () is at */
};

/* Returns whether memory ran out. SQLite says so too of a row of a damaged page whose payload, by its header, is larger than
 * any memory; then there still is enough for the longest cell. */
bool foreign_database_is_out_of_memory (int status);
