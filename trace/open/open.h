/* SPDX-License-Identifier: Apache-2.0
 *
 * Any path -> a Trace: a file, a directory of rank files, or "-" for the standard input. */

#pragma once

#include "trace/import/source/importer.h"
#include "trace/model/trace.h"

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

/* Opens a path for reading; "-" is the standard input (trace/open/standard_input.h). TRACE_ERROR_UNREADABLE, and errors
 * of standard_input_settle (). */
bool trace_source_open (const char *path, TraceSource *ret_source, GError **error);
void trace_source_close (TraceSource *source);

/* Whether it is a native file or an archive: nothing has to be imported. */
bool trace_source_is_native (const TraceSource *source);

/* To be raised whenever importing makes something else of the same source than before (names included): profiles
 * that were imported earlier are then not taken from the cache any more. */
#define TRACE_IMPORTER_VERSION 2

/* Reads any format into a native file; native files and archives too. fd: an empty regular file, open for reading and
 * writing; borrowed. When this fails its contents are undefined. Errors as of trace_open (), and of
 * section_writer_finish (). */
bool trace_import (const TraceSource *source, int fd, const ImportControl *control, GError **error);

/* trace_import (), or what does the same in another way: for callers that have it done by another process. */
typedef bool (*TraceImportFunc) (const TraceSource *source,
                                 int fd,
                                 const ImportControl *control,
                                 GError **error);

/* trace_open () by way of import; errors are its, too. */
Trace *
trace_open_with (const char *path, TraceImportFunc import, const ImportControl *control, GError **error);

/* Maps a native file, but no archive. fd: borrowed, not needed afterwards. O(tracks + rows), whatever the number of
 * events. Errors as of section_map_new (). */
Trace *trace_map (int fd, const char *path, GError **error);

/* Writes the compact form of a profile. fd: an empty regular file, open for reading and writing; borrowed. cancelled may
 * be NULL. path is for messages. Blocks: about a second per 2 M slices. Errors as of section_writer_finish (), and
 * TRACE_ERROR_CANCELLED, TRACE_ERROR_DAMAGED. */
bool trace_write_archive (const Trace *trace,
                          int fd,
                          const atomic_bool *cancelled,
                          const char *path,
                          GError **error);
