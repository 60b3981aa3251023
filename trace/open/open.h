/* SPDX-License-Identifier: Apache-2.0
 *
 * Any path -> a Trace: a file, a directory of rank files, or "-" for the standard input. */

#pragma once

#include "trace/file/trace_map.h"
#include "trace/import/source/importer.h"
#include "trace/open/trace_source.h"

/* Blocks; any thread. control may be NULL. Native files are mapped; archives are decoded into one without a name,
 * anything else is imported into one, and that is mapped. A directory becomes one profile with a rank per trace
 * file in it (not in folders below it); files that are not traces are left out and counted.
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_DAMAGED, TRACE_ERROR_NO_MEMORY,
 * TRACE_ERROR_CANCELLED. */
Trace *trace_open (const char *path, const ImportControl *control, GError **error);

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
