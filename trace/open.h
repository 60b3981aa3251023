/* SPDX-License-Identifier: Apache-2.0
 *
 * Any path -> a Trace: a file, a directory of rank files, or "-" for the standard input. */

#pragma once

#include "trace/import/importer.h"
#include "trace/trace.h"

/* Blocks; any thread. control may be NULL. Native files are mapped; archives are decoded into one without a name,
 * anything else is imported into one, and that is mapped. A directory becomes one profile with a rank per trace
 * file in it (not in folders below it); files that are not traces are left out and counted.
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_DAMAGED, TRACE_ERROR_NO_MEMORY,
 * TRACE_ERROR_CANCELLED. */
Trace *trace_open (const char *path, const ImportControl *control, GError **error);

/* What is to be read, already open: a regular file, a directory or a pipe. */
typedef struct
{
  int fd;           /* borrowed; read from its begin, where it has one */
  const char *path; /* borrowed; for messages, and for what the name tells; "-" for the standard input */
} TraceSource;

/* Opens a path for reading; "-" is the standard input. TRACE_ERROR_UNREADABLE. Close the fd, unless it is 0. */
bool trace_source_open (const char *path, TraceSource *ret_source, GError **error);

/* Reads any format into a native file. fd: an empty regular file, open for reading and writing; borrowed. When this
 * fails its contents are undefined. Errors as of trace_open (), and of section_writer_finish (). */
bool trace_import (const TraceSource *source, int fd, const ImportControl *control, GError **error);

/* Maps a native file, but no archive. fd: borrowed, not needed afterwards. O(tracks + rows), whatever the number of
 * events. Errors as of section_map_new (). */
Trace *trace_map (int fd, const char *path, GError **error);

/* Writes a profile in its compact form, an archive. fd: as of trace_import (); path is for messages only.
 * TRACE_ERROR_NO_SPACE, TRACE_ERROR_UNWRITABLE, TRACE_ERROR_NO_MEMORY. */
bool trace_write_archive (const Trace *trace, int fd, const char *path, GError **error);
