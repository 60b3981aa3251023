/* SPDX-License-Identifier: Apache-2.0
 *
 * Packed bytes of every kind, made and unmade by zlib and libzstd, and read through trace/import. */

#pragma once

#include <glib.h>

#include "trace/import/source/byte_source.h"
#include "trace/import/source/packing.h"

/* Text of a trace, n bytes of it; with bytes of no text among them where is_noisy. Transfer full. */
GByteArray *packed_text (size_t n, bool is_noisy);

/* Appends a gzip member: by zlib's level and strategy, in blocks of block_bytes (0: as zlib likes). */
void packed_gzip (GByteArray *out, const GByteArray *text, int level, int strategy, size_t block_bytes);

/* The same with every optional field of the header (RFC 1952, 2.3), its checksum included. */
void packed_gzip_with_fields (GByteArray *out, const GByteArray *text);

/* Appends a zstd frame with a checksum, in blocks of block_bytes; ret_ends, where not NULL: a size_t for each, where
 * in out it ends. */
void
packed_zstd (GByteArray *out, const GByteArray *text, size_t block_bytes, bool says_size, GArray *ret_ends);

/* A frame that holds nothing of the text. */
void packed_zstd_skippable (GByteArray *out, size_t n);

/* n zeros as one member and as one frame, without having them all at once. */
void packed_zeros (GByteArray *gzip, GByteArray *zstd, size_t n);

/* What came out, and what was said of it. */
typedef struct
{
  GByteArray *text;
  ByteSourceCondition condition;
} Unpacked;

void unpacked_clear (Unpacked *unpacked);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Unpacked, unpacked_clear)

/* By zlib alone: member after member. */
Unpacked unpacked_by_zlib (const uint8_t *bytes, size_t n);

/* By one way of a packing: input in pieces of in_bytes, room of out_bytes at a time. */
Unpacked unpacked_by (const Packing *packing,
                      const Unpacker *unpacker,
                      const uint8_t *bytes,
                      size_t n,
                      size_t in_bytes,
                      size_t out_bytes);

/* Of a file with these bytes, as it is imported: the fast way, and the exact way where that was in vain. read () is
 * asked for out_bytes at a time. */
Unpacked unpacked_from_file (const uint8_t *bytes, size_t n, size_t out_bytes);
