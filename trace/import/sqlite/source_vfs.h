/* SPDX-License-Identifier: Apache-2.0
 *
 * Lets SQLite read a database from a seekable source, and touch nothing else: no journal, no lock, no other file. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>

#include "trace/import/source/byte_source.h"

typedef struct SourceVfs SourceVfs;

/* Registers a file system with the one file of source, which is borrowed and seekable. Returns NULL when memory runs out.
 * Free it after the database is closed. */
SourceVfs *source_vfs_new (ByteSource *source);
void source_vfs_free (SourceVfs *vfs);

/* Opens the database of the file system for reading. Like sqlite3_open_v2 (): *ret_db may have to be closed even if this
 * fails. */
int source_vfs_open (SourceVfs *vfs, sqlite3 **ret_db);

/* Returns whether the file is shorter than its header says, or ends within a page if that says nothing. SQLite then reads its whole pages if the schema counts as
 * writable, and reports SQLITE_CORRUPT where something is missing. */
bool source_vfs_is_truncated (const SourceVfs *vfs);
