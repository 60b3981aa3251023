/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a path as a Trace: a file, a directory of rank files, or "-" for the standard input. */

#pragma once

#include "trace/file/trace_map.h"
#include "trace/import/source/importer.h"
#include "trace/open/trace_source.h"

/* Opens a profile. Blocks; any thread. control may be NULL. Native files are mapped. Archives are decoded, and other
 * files are imported, into an unnamed native file, which is then mapped. A directory becomes one profile with a rank
 * per trace file in it, without its subdirectories, unless it is that of a SageMaker job (trace/sagemaker/job_import.h); files that are not traces, or have another
 * format than the ranks, are skipped and counted. Errors:
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_DAMAGED, TRACE_ERROR_NO_MEMORY,
 * TRACE_ERROR_CANCELLED. */
Trace *trace_open (const char *path, const ImportControl *control, GError **error);

/* Imports any format, native files and archives included, into a native file. fd is an empty regular file, open for
 * reading and writing; borrowed. On failure its contents are undefined. Errors as of trace_open () and of
 * section_writer_finish (). */
bool trace_import (const TraceSource *source, int fd, const ImportControl *control, GError **error);

/* trace_import (), or a function with the same result, for callers that import in another process. */
typedef bool (*TraceImportFunc) (const TraceSource *source,
                                 int fd,
                                 const ImportControl *control,
                                 GError **error);

/* Does what trace_open () does, using import for importing; errors may also come from import. */
Trace *
trace_open_with (const char *path, TraceImportFunc import, const ImportControl *control, GError **error);
