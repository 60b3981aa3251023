/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the sections of an archive that replace the columns of a profile. */

#pragma once

#include <stdatomic.h>

#include "trace/archive/archive_items.h"
#include "trace/section/section_writer.h"

/* Everything is borrowed. */
typedef struct
{
  ArchiveItems items;
  const SampleColumns *samples;
  const TraceFlow *flows;
  uint64_t n_flows;
  const uint8_t *args; /* the blob that the items' arguments are offsets in */
  uint64_t n_args_bytes;
  const ArgKeys *arg_keys;
} ArchiveSource;

#define ARCHIVE_ZSTD_LEVEL 3

/* Writes the sections SECTION_ARCHIVE_SLICES to _ARGUMENTS, one after the other; no other section may be
 * open. Blocks while it compresses: seconds per 10 M slices. cancelled may be NULL; it is checked once per
 * block. Fails with TRACE_ERROR_DAMAGED if arguments are malformed, TRACE_ERROR_NO_MEMORY or
 * TRACE_ERROR_CANCELLED. A failed write is reported by section_writer_finish (). */
bool archive_write (const ArchiveSource *source,
                    int level,
                    SectionWriter *writer,
                    const atomic_bool *cancelled,
                    const char *path,
                    GError **error);
