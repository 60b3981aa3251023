/* SPDX-License-Identifier: Apache-2.0
 *
 * A format is one Importer in the table of importers.c. To add one: write its sniff and import functions in a
 * room of its own, add a line to the table, and put named cases under tests/import/. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/build/builder.h"
#include "trace/import/source/byte_source.h"

/* The progress of an import. */
typedef struct
{
  uint64_t position_bytes; /* in the source file */
  uint64_t size_bytes;     /* 0 if not known */
  uint64_t n_events;       /* events read so far, including those of earlier files */
  /* A damaged file is read a second time: position and events have gone back to where it began. */
  bool is_second_reading;
} ImportProgress;

/* Lets the caller stop an import and follow its progress. All members are optional. */
typedef struct
{
  const atomic_bool *cancelled;
  void (*progress) (const ImportProgress *progress, void *user_data); /* on the importing thread */
  void *user_data;

  /* Called wherever progress is reported: returns whether to make a profile of its own from what was read so
   * far. If so, branch () is called, which forks. In the child it returns an empty file; the import ends
   * there as if the source did, and the file is marked as partial. In the parent it returns -1. */
  bool (*wants_branch) (const ImportProgress *progress, void *user_data);
  int (*branch) (const ImportProgress *progress, void *user_data);

  /* Called repeatedly while waiting for someone else who imports the same source (cached_open ()). */
  void (*waits) (void *user_data);

  /* The amount of text that one thread takes at a time, or 0 for the best value. It affects only the cost.
   * Tests use it to place borders between threads everywhere. */
  size_t chunk_bytes;

  /* The CUDA release that wrote bare CUPTI records, such as "12.4" (trace/import/cupti/FORMAT.md), or NULL to find it. */
  const char *cupti_release;
} ImportControl;

/* Reports progress. Returns false with TRACE_ERROR_CANCELLED if the caller wants to stop. control may be
 * NULL. Importers call it at least once per MiB of input. */
bool import_control_continue (const ImportControl *control,
                              ByteSource *source,
                              TraceBuilder *builder,
                              GError **error);

typedef struct
{
  const char *name; /* as in `info --json` */

  /* Returns whether text[0..n) begins a file of this format. The text is up to 64 KiB from the start of the
   * decompressed file, and all of it if it is shorter. */
  bool (*sniff) (const char *text, size_t n);

  /* Reads source into the rank last begun of builder. path is for messages and for what the file's name
   * tells. Fails with TRACE_ERROR_NOT_A_TRACE if it has no event (nothing was added then),
   * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY or TRACE_ERROR_CANCELLED. */
  bool (*import) (ByteSource *source,
                  const char *path,
                  TraceBuilder *builder,
                  const ImportControl *control,
                  GError **error);
} Importer;

/* Finds the importer by the contents and runs it. Sets key to the XXH3-128 of all bytes of the file,
 * including those that the importer did not use. fd is the file, at its begin, and is borrowed. path is that
 * of the rank last begun. A file that turns out to be damaged is read twice (BYTE_SOURCE_FAST,
 * BYTE_SOURCE_EXACT), the second time into a new rank; from the first reading only strings remain, which
 * nothing refers to. */
bool importers_import (int fd,
                       const char *path,
                       TraceBuilder *builder,
                       const ImportControl *control,
                       uint8_t key[TRACE_KEY_BYTES],
                       GError **error);
