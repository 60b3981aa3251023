/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile, copied into a new one while something is added to it, or its times are changed. Nothing else of it changes; what
 * is found in slices (lanes, launches, steps) is found again. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/model/trace.h"

/* A copy to which something may be added. Times are those of the copy. */
typedef struct
{
  TraceBuilder *builder;
  ImportTracks *const *tracks; /* of each rank of the profile */
} TraceCopy;

typedef void (*TraceCopyFunc) (const TraceCopy *copy, gpointer data);

/* Returns a time of the copy from one of a rank of the profile; it grows with time_ns. */
typedef int64_t (*TraceCopyTimeFunc) (uint32_t rank, int64_t time_ns, gpointer data);

/* How a copy differs. Any function may be NULL. */
typedef struct
{
  TraceCopyFunc add_settings; /* may add settings to the first rank */
  TraceCopyFunc add;          /* is called when all is copied, and may add anything else */
  TraceCopyTimeFunc time;     /* begins and ends are changed by it */
  gpointer data;              /* of all functions */
} TraceCopyChange;

/* Returns the copy. path is for messages. O(slices log slices). Errors as of trace_builder_finish (). */
Trace *trace_copy_with (Trace *trace, const TraceCopyChange *change, const char *path, GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. */
bool
trace_copy_with_file (Trace *trace, const TraceCopyChange *change, const char *path, int fd, GError **error);
