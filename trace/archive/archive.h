/* SPDX-License-Identifier: Apache-2.0
 *
 * The sections of an archive that replace the columns of a profile, opened for decoding block by block:
 *
 *   slices     slice_codec_decode ()
 *   instants   instant_codec_decode ()       samples   sample_codec_decode ()
 *   flows      flow_codec_decode ()          args      archive_args.h
 *
 * Any number of threads may decode blocks of one section at once. */

#pragma once

#include <glib.h>

#include "trace/archive/block_stream.h"
#include "trace/section/section_map.h"

typedef struct
{
  BlockStream slices, instants, samples, flows, args;
} Archive;

/* Checks the directories but decodes nothing: O(blocks). map is borrowed until archive_close (). path is for
 * messages. Fails with TRACE_ERROR_DAMAGED or TRACE_ERROR_NO_MEMORY; there is then nothing to close. */
bool archive_open (Archive *archive, const SectionMap *map, const char *path, GError **error);
void archive_close (Archive *archive);

/* Turns the result of a decoding function into an error. Returns true for ARCHIVE_OK. */
bool archive_check (ArchiveStatus status, SectionId section, const char *path, GError **error);
