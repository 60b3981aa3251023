/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of counters that are read and placed, ready to be attached. */

#pragma once

#include "trace/attach/attach.h"

/* Between the names of a profile and of what is attached to it. */
#define ATTACH_SEPARATOR " + "

/* Does what telemetry_read () does. */
Telemetry *attach_read (const char *path, GError **error);

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
