/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a part of a profile to a file, in a worker thread (trace/cut/cut.h, trace/scrub/scrub.h). */

#pragma once

#include <gio/gio.h>

#include "widgets/state/profile.h"

typedef enum
{
  SAVE_NATIVE,
  SAVE_ARCHIVE,
  SAVE_JSON, /* of PyTorch's profiler; needs a profile of one rank */
} SaveForm;

typedef struct
{
  int64_t begin_ns, end_ns; /* half open; INT64_MIN and INT64_MAX leave a side open */
  SaveForm form;
  unsigned scrub; /* ScrubWhat; 0 for none */
} SavePart;

/* Finds what stays as it is where names are replaced, and writes nothing. part->scrub is not 0. */
void save_part_task_list (const Profile *profile,
                          const SavePart *part,
                          GCancellable *cancellable,
                          GAsyncReadyCallback on_ready,
                          gpointer ready_data);

/* Returns lines as of scrub_left (), or NULL with an error of trace_cut (). Transfer full. */
GPtrArray *save_part_task_list_finish (GAsyncResult *result, GError **error);

/* path is that of the file, which is replaced once all is written. What is cancelled leaves nothing behind. */
void save_part_task_run (const Profile *profile,
                         const SavePart *part,
                         const char *path,
                         GCancellable *cancellable,
                         GAsyncReadyCallback on_ready,
                         gpointer ready_data);

/* Returns the size of the file in bytes, or -1 with an error of trace_cut (), trace_write_archive (), kineto_export () or
 * output_file_commit (). */
gssize save_part_task_finish (GAsyncResult *result, GError **error);
