/* SPDX-License-Identifier: Apache-2.0
 *
 * The sections of an archive that stand for the columns of a profile, opened for decoding block by block:
 *
 *   slices     slice_codec_decode ()
 *   instants   instant_codec_decode ()       samples   sample_codec_decode ()
 *   flows      flow_codec_decode ()          args      archive_args.h
 *
 * Blocks of one section may be decoded by any number of threads at once. */

#pragma once

#include <glib.h>

#include "trace/archive/block_stream.h"
#include "trace/section/section_map.h"

typedef struct
{
  BlockStream slices, instants, samples, flows, args;
} Archive;

/* Checks the directories, decodes nothing: O(blocks). map: borrowed until archive_close (). path is for messages.
 * TRACE_ERROR_DAMAGED, TRACE_ERROR_NO_MEMORY; there is nothing to close then. */
bool archive_open (Archive *archive, const SectionMap *map, const char *path, GError **error);
void archive_close (Archive *archive);

/* What a decoding function returned, as an error: true for ARCHIVE_OK. */
bool archive_check (ArchiveStatus status, SectionId section, const char *path, GError **error);
