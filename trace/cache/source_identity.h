/* SPDX-License-Identifier: Apache-2.0
 *
 * What a source is recognised by without reading all of it: its file or, of a directory, its rank files
 * (trace/open/rank_directory.h) by name, size, time of the last write, inode, device and a sample of the contents; and
 * the versions of what makes native files and of these. Two sources with the same id have the same native file.
 *
 * The sample: up to 64 pieces of 16 KiB, the first at the begin, the last at the end, the others evenly between;
 * the ranks of a directory share the 64, each having at least two. It is there for what keeps size, time and inode
 * but not its contents, such as a copy over the old file that preserves times. A source of up to 1 MiB is its own
 * sample; in a larger one, an edit of a few bytes in place that also sets the time back is not seen. */

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
  uint8_t facts[SOURCE_HASH_BYTES];   /* of what stat () tells of them */
  uint8_t content[SOURCE_HASH_BYTES]; /* of their names, sizes and samples */
} SourceIdentity;

/* Any thread; reads at most 1 MiB, or 32 KiB of each rank of a large directory. False: it has none, being a pipe,
 * the standard input ("-"), a directory without traces, or unreadable; opening it tells which. */
bool source_identity_take (const char *path, SourceIdentity *ret_identity);

typedef enum
{
  SOURCE_UNCHANGED,
  SOURCE_CHANGED, /* what lies there now is something else */
  SOURCE_GONE,    /* nothing lies there now that has an identity */
} SourceChange;

/* What became of the source since. A stat () of each file where nothing was touched; else the sample is taken again,
 * so that a mere touch, or a copy put in the place of the original, is no change. Any thread. */
SourceChange source_identity_compare (const SourceIdentity *identity, const char *path);
