/* SPDX-License-Identifier: Apache-2.0
 *
 * Recognises a source without reading all of it: a file or, for a directory, its rank files
 * (trace/open/rank_directory.h), by name, size, time of the last write, inode, device and a sample of the
 * contents, and by the versions of the importer and of the native format. Two sources with the same id have
 * the same native file.
 *
 * The sample is up to 64 pieces of 16 KiB: the first at the begin, the last at the end, the others evenly
 * between. The ranks of a directory share the 64 pieces; each has at least two. The sample detects a change
 * that keeps size, time and inode, such as a copy over the old file that preserves times. A source of up to 1
 * MiB is sampled completely. In a larger one, an edit of a few bytes in place that also sets the time back is
 * not detected. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define SOURCE_ID_LENGTH  32 /* lower case hexadecimal digits */
#define SOURCE_HASH_BYTES 16 /* XXH3-128 */

typedef struct
{
  char id[SOURCE_ID_LENGTH + 1];
  uint64_t size_bytes;                /* of all files */
  uint8_t facts[SOURCE_HASH_BYTES];   /* hash of what stat () returns for them */
  uint8_t content[SOURCE_HASH_BYTES]; /* hash of their names, sizes and samples */
} SourceIdentity;

/* Reads at most 1 MiB, or 32 KiB of each rank of a large directory. Returns false if the source has no
 * identity: a pipe, the standard input ("-"), a directory without traces, or an unreadable file; opening it
 * reports which. Any thread. */
bool source_identity_take (const char *path, SourceIdentity *ret_identity);

typedef enum
{
  SOURCE_UNCHANGED,
  SOURCE_CHANGED, /* another source is at the path now */
  SOURCE_GONE,    /* nothing with an identity is at the path now */
} SourceChange;

/* Compares the source with its identity. Calls stat () on each file; if that differs, takes the sample again,
 * so that a changed time alone, or a copy in place of the original, does not count as a change. Any thread. */
SourceChange source_identity_compare (const SourceIdentity *identity, const char *path);
