/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile, copied into a new one while something is added to it. Nothing of it changes; what is found in slices (lanes,
 * launches, steps) is found again. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/model/trace.h"

/* A copy to which something may be added. Times are those of the profile. */
typedef struct
{
  TraceBuilder *builder;
  ImportTracks *const *tracks; /* of each rank of the profile */
} TraceCopy;

typedef void (*TraceCopyFunc) (const TraceCopy *copy, gpointer data);

/* Returns the copy. add_settings () may add settings to the first rank, then add () anything else but settings. path is for
 * messages. O(slices log slices). Errors as of trace_builder_finish (). */
Trace *trace_copy_with (Trace *trace,
                        TraceCopyFunc add_settings,
                        TraceCopyFunc add,
                        gpointer data,
                        const char *path,
                        GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. */
bool trace_copy_with_file (Trace *trace,
                           TraceCopyFunc add_settings,
                           TraceCopyFunc add,
                           gpointer data,
                           const char *path,
                           int fd,
                           GError **error);
