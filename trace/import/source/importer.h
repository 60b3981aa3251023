/* SPDX-License-Identifier: Apache-2.0
 *
 * The interface between a trace format and the rest of the program.
 *
 * A format is one Importer in the table of importers.c. To add one: write its sniff and import functions in a
 * file of its own, add a line to the table, put named cases under tests/import/. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/build/builder.h"
#include "trace/import/source/byte_source.h"

/* How far an import is. */
typedef struct
{
  uint64_t position_bytes; /* of the source file */
  uint64_t size_bytes;     /* 0: not known */
  uint64_t n_events;       /* read so far, those of the files before included */
  bool
    is_second_reading; /* of a file that is damaged: position and events have gone back to where it began */
} ImportProgress;

/* What the caller of an import may want: to stop it, and to know how far it is. All optional. */
typedef struct
{
  const atomic_bool *cancelled;
  void (*progress) (const ImportProgress *progress, void *user_data); /* on the importing thread */
  void *user_data;

  /* Asked wherever progress is told: whether what was read so far is wanted as a profile of its own. If so, branch ()
   * is called, which forks: in the child it returns an empty file, and there import ends as if the source did, with
   * a file marked as partial; in the parent it returns -1. */
  bool (*wants_branch) (const ImportProgress *progress, void *user_data);
  int (*branch) (const ImportProgress *progress, void *user_data);

  /* Told, again and again, while somebody else imports the same source and that is waited for (cached_open ()). */
  void (*waits) (void *user_data);

  /* How much text one thread takes at a time, which changes nothing but the cost; 0: as much as is best. Tests have
   * borders between threads everywhere by it. */
  size_t chunk_bytes;
} ImportControl;

/* Reports progress; false with TRACE_ERROR_CANCELLED when the caller wants to stop. control may be NULL.
 * Importers call it at least once per MiB of input. */
bool import_control_continue (const ImportControl *control,
                              ByteSource *source,
                              TraceBuilder *builder,
                              GError **error);

typedef struct
{
  const char *name; /* as in `info --json` */

  /* Whether text[0..n) (up to 64 KiB from the start of the decompressed file; all of it when it is shorter)
   * begins a file of this format. */
  bool (*sniff) (const char *text, size_t n);

  /* Reads source into the rank last begun of builder. path is for messages and for what the file's name tells.
   * TRACE_ERROR_NOT_A_TRACE: no event in it, nothing was added; TRACE_ERROR_UNREADABLE,
   * TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
  bool (*import) (ByteSource *source,
                  const char *path,
                  TraceBuilder *builder,
                  const ImportControl *control,
                  GError **error);
} Importer;

/* Finds the importer by contents and runs it. key: XXH3-128 of all of the file's bytes, whatever part of
 * them the importer made use of. fd: the file, at its begin; borrowed. path: as the rank last begun has it. A file that
 * turns out to be damaged is read twice (BYTE_SOURCE_FAST, BYTE_SOURCE_EXACT), the second time into a rank begun anew:
 * what is left of the first are strings that nothing refers to. */
bool importers_import (int fd,
                       const char *path,
                       TraceBuilder *builder,
                       const ImportControl *control,
                       uint8_t key[TRACE_KEY_BYTES],
                       GError **error);
