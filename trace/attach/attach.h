/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile with the counters of other files on its time axis: those of GPUs among the device's, where it is known which one a
 * GPU is, all others at the machine. Nothing else of the profile changes. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/attach/attach_place.h"
#include "trace/import/telemetry/telemetry.h"
#include "trace/model/trace.h"

typedef struct
{
  const char *path; /* of the file */
  const Telemetry *telemetry;
  AttachPlace place;
} AttachedFile;

/* Returns a new profile; path is what messages call it. Its key is that of the profile and the files, so that what is stored
 * for it is found again. What is attached is told in the settings (attached_files ()) and in the health table. O(slices log
 * slices). Fails with the errors of trace_builder_finish (). */
Trace *attach_counters (Trace *trace, const AttachedFile *files, size_t n, const char *path, GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. */
bool attach_counters_file (Trace *trace,
                           const AttachedFile *files,
                           size_t n,
                           const char *path,
                           int fd,
                           GError **error);

/* What was attached to a profile, as it is stored with it. */
typedef struct
{
  char *file, *format, *way;
  int64_t shift_ns;
  bool is_from_begin;
  uint64_t n_series, n_samples;
  char *json; /* all of it, as an object */
} AttachedRecord;

/* Returns AttachedRecord elements in the order in which they were attached; empty for a profile without any. Transfer full. */
GPtrArray *attached_files (const Trace *trace);

/* The key of the settings that hold them. */
#define ATTACHED_SETTING "stepscope attached counters"
