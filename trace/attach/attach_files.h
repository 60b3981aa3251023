/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of counters that are read and placed, ready to be attached. */

#pragma once

#include "trace/attach/attach.h"
#include "trace/open/open.h"

/* Between the names of a profile and of what is attached to it. */
#define ATTACH_SEPARATOR " + "

/* Reads the counters of an open file and writes them into fd, an empty file, for attach_read_imported (). A TraceImportFunc, for
 * a process that reads files which nobody vouches for; control is not used. Fails with the errors of telemetry_read (), and with
 * TRACE_ERROR_NO_SPACE or TRACE_ERROR_UNWRITABLE. */
bool attach_import (const TraceSource *source, int fd, const ImportControl *control, GError **error);

/* Reads what attach_import () wrote, or what a hostile file made of that process: whatever fd holds, the result keeps the promises
 * of telemetry.h. path is for messages. O(bytes). Fails with TRACE_ERROR_DAMAGED or TRACE_ERROR_NO_MEMORY. */
Telemetry *attach_read_imported (int fd, const char *path, GError **error);

typedef struct
{
  AttachedFile *at;
  size_t n;
  char **paths;     /* private */
  GPtrArray *owned; /* private */
} AttachFiles;

/* Reads each of the paths, which end with NULL, and finds its place with the same wishes. Errors as of telemetry_read () and
 * attach_place_find (). Call it from a worker thread. */
AttachFiles *
attach_files_find (const Trace *trace, const char *const *paths, const AttachWishes *wishes, GError **error);

void attach_files_free (AttachFiles *files);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AttachFiles, attach_files_free)
