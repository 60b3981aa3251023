/* SPDX-License-Identifier: Apache-2.0
 *
 * The temporary files that SQLite writes what a query sorts and groups to, of a limited size in all: a join that was
 * meant otherwise can ask for more rows than any disk holds. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/* Not to be moved while its database is open. */
typedef struct
{
  sqlite3_vfs vfs;
  sqlite3_vfs *system; /* that does the work */
  char name[32];
  int64_t max_bytes;  /* of all files together; never more than half of what the folder has left */
  int64_t left_bytes; /* that the folder lets the open files have */
  int64_t used_bytes;
  uint32_t n_open;
  bool is_full; /* a file would have become too large; to be reset by whoever begins a query */
} QueryTempFiles;

/* sqlite3_open_v2 () of a database in memory whose temporary files are these, which must outlive it. Answers as that
 * does. */
int query_temp_files_open (QueryTempFiles *files, int flags, int64_t max_bytes, sqlite3 **ret_db);
