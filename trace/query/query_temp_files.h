/* SPDX-License-Identifier: Apache-2.0
 *
 * The temporary files to which SQLite writes rows that a query sorts and groups. Their total size is limited, because a
 * mistaken join can produce more rows than any disk holds. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/* Do not move this while its database is open. */
typedef struct
{
  sqlite3_vfs vfs;
  sqlite3_vfs *system; /* the system's, which does the work */
  char name[32];
  int64_t max_bytes;  /* for all files together; never more than half of the folder's free space */
  int64_t left_bytes; /* space that the folder has for the open files */
  int64_t used_bytes;
  uint32_t n_open;
  bool is_full; /* a file would have become too large; reset when a query begins */
} QueryTempFiles;

/* Opens a database in memory with sqlite3_open_v2 (), whose temporary files are these; files must outlive it. Returns
 * the result of sqlite3_open_v2 (). */
int query_temp_files_open (QueryTempFiles *files, int flags, int64_t max_bytes, sqlite3 **ret_db);
