/* SPDX-License-Identifier: Apache-2.0
 *
 * The source that a profile is read from: a file, a directory of rank files, or the standard input. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* An open source: a regular file, a directory or a pipe. */
typedef struct
{
  int fd;           /* borrowed; read from its begin if it is seekable */
  const char *path; /* borrowed; for messages, and for information in the name; "-" for the standard input */
} TraceSource;

/* Opens a path for reading; "-" is the standard input (trace/open/standard_input.h). TRACE_ERROR_UNREADABLE, and errors
 * of standard_input_settle (). */
bool trace_source_open (const char *path, TraceSource *ret_source, GError **error);
void trace_source_close (TraceSource *source);

/* Returns whether it is a native file or an archive, which is not imported. */
bool trace_source_is_native (const TraceSource *source);
