/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a profile in a thread of its own, which maps native files, those of the cache too, and has all others read by
 * another process (app/converter/conversion.h): reading, indexing, and what views need. */

#pragma once

#include <gio/gio.h>

#include "app/library/library.h"
#include "app/opening/load_result.h"

typedef enum
{
  LOAD_READING,
  LOAD_WAITING,  /* another window, or program, is reading the same file */
  LOAD_INDEXING, /* everything is read */
} LoadStage;

typedef struct
{
  LoadStage stage;
  bool is_folder;
  unsigned file;           /* of a folder: which of its files, from 1 */
  uint64_t position_bytes; /* of the file */
  uint64_t size_bytes;     /* of the file; 0: not known */
  uint64_t n_events;       /* read so far, of all files */
  double elapsed_s;        /* since the begin of all */
  int64_t covered_ns;      /* how much time the last partial profile spans; 0: there was none */
} LoadProgress;

/* In the main thread, at most 20 times a second, never after the result. */
typedef void (*LoaderProgressFunc) (const LoadProgress *progress, gpointer user_data);

/* In the main thread, never after the result: a profile of what was read so far, of a file that takes long. Nothing
 * is to be remembered of it: its key is zeros. */
typedef void (*LoaderPartialFunc) (LoadResult *partial, gpointer user_data);

/* A folder becomes one profile. Cancelling answers at once with G_IO_ERROR_CANCELLED; the thread follows.
 * The library is asked how the profile's steps are found; it has to outlive the thread. The two callbacks may be NULL,
 * cancellable may not. */
void loader_open (const char *path,
                  Library *library,
                  LoaderProgressFunc on_progress,
                  LoaderPartialFunc on_partial,
                  gpointer callback_data,
                  GCancellable *cancellable,
                  GAsyncReadyCallback on_ready,
                  gpointer ready_data);

/* NULL: errors of conversion_run () and of trace_open (). */
LoadResult *loader_open_finish (GAsyncResult *result, GError **error);
