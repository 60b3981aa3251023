/* SPDX-License-Identifier: Apache-2.0
 *
 * A text imported by some number of threads, in chunks of some size. */

#pragma once

#include <glib.h>

#include "trace/import/source/importer.h"

typedef struct
{
  const char *text;
  size_t length;
  const char *path;   /* for what the name tells; NULL: "text.json" */
  size_t piece_bytes; /* of a pipe that it comes from; 0: from a file */
  unsigned n_threads;
  ImportControl control;
} ThreadedImport;

/* The native file that comes out (transfer full); NULL with error when the text is refused. Sets STEPSCOPE_THREADS: to be
 * called while there is one thread. */
GByteArray *threaded_import (const ThreadedImport *how, GError **error);

/* Its contents as text (trace_text.h); "refused: " and why, without one. Transfer full. */
char *threaded_import_text (const ThreadedImport *how);

/* Whether the file is a native file that keeps its promises (verified, and trace_check.h); fails when it is not. */
void threaded_import_check_file (int fd);

/* A run of training of about so many events, as Kineto writes it (transfer full). */
GString *threaded_import_kineto_text (uint64_t seed, int64_t n_events);
