/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a profile in a worker thread. The thread maps native files, also those of the cache; other files are read by a
 * converter process (app/converter/conversion.h). It then computes what the views need. */

#pragma once

#include <gio/gio.h>

#include "app/library/library.h"
#include "app/opening/load_result.h"

typedef enum
{
  LOAD_READING,
  LOAD_WAITING,  /* another window or program is reading the same file */
  LOAD_INDEXING, /* the file has been read completely */
} LoadStage;

typedef struct
{
  LoadStage stage;
  bool is_folder;
  unsigned file;           /* number of the current file of a folder, from 1 */
  uint64_t position_bytes; /* in the current file */
  uint64_t size_bytes;     /* of the current file; 0 when unknown */
  uint64_t n_events;       /* read so far, over all files */
  double elapsed_s;        /* since loading began */
  int64_t covered_ns;      /* the time span of the last partial profile; 0 before the first one */
} LoadProgress;

/* Called in the main thread, at most 20 times a second, never after the result. */
typedef void (*LoaderProgressFunc) (const LoadProgress *progress, gpointer user_data);

/* Called in the main thread, never after the result, with a profile of what was read so far from a large file. The key
 * of such a profile is all zeros; nothing may be stored under it. */
typedef void (*LoaderPartialFunc) (LoadResult *partial, gpointer user_data);

/* Opens a file, or a folder as one profile. Cancelling reports G_IO_ERROR_CANCELLED at once; the thread ends later. The
 * library supplies the pattern by which the profile's steps are found and must outlive the thread. Both callbacks may be
 * NULL; cancellable may not. */
void loader_open (const char *path,
                  Library *library,
                  LoaderProgressFunc on_progress,
                  LoaderPartialFunc on_partial,
                  gpointer callback_data,
                  GCancellable *cancellable,
                  GAsyncReadyCallback on_ready,
                  gpointer ready_data);

/* Returns the result, or NULL with an error of conversion_run () or trace_open (). */
LoadResult *loader_open_finish (GAsyncResult *result, GError **error);
