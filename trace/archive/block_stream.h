/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of equally many items each, every block a zstd frame, with a directory behind them: what the archive
 * sections are made of. FORMAT.md has every byte. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <zstd.h>

#include "trace/archive/archive_status.h"
#include "trace/archive/block_bytes.h"
#include "trace/archive/byte_reader.h"

#define BLOCK_STREAM_MAX_ITEMS (1u << 16) /* per block */

/* All blocks, and all that is decoded from them, are at most so many times as large as the section, beyond what is
 * free: a small file cannot ask for any amount of memory. Writers append zeros where it takes them to keep this. */
#define BLOCK_STREAM_MAX_EXPANSION UINT64_C (4096)
#define BLOCK_STREAM_FREE_BYTES    (UINT64_C (64) << 20)

/* ---- writing ---- */

/* Takes the next bytes of the section; they are gone afterwards. False: stop. */
typedef bool (*BlockSink) (void *sink_data, const void *bytes, size_t n);

typedef struct BlockStreamWriter BlockStreamWriter;

/* items_per_block: 1 to BLOCK_STREAM_MAX_ITEMS; level: of zstd. NULL: out of memory. */
BlockStreamWriter *
block_stream_writer_new (uint32_t items_per_block, int level, BlockSink sink, void *sink_data);
void block_stream_writer_free (BlockStreamWriter *writer);

/* Empty, to be filled with the next block. */
BlockBytes *block_stream_writer_block (BlockStreamWriter *writer);

/* The block is complete. decoded_bytes: what its reader makes of it. Compresses it: O(its bytes). */
ArchiveStatus block_stream_writer_end_block (BlockStreamWriter *writer, uint64_t decoded_bytes);

/* All blocks have been written: n_items / items_per_block, rounded up. */
ArchiveStatus block_stream_writer_finish (BlockStreamWriter *writer, uint64_t n_items);

/* ---- reading ---- */

typedef struct
{
  const uint8_t *section; /* borrowed */
  uint64_t n_items, n_blocks;
  uint32_t items_per_block;
  const uint8_t *directory;
  uint64_t *begins; /* owned: of each block in the section, and of the end of the last */
} BlockStream;

/* Checks the directory, but no block. item_bytes: what is decoded from each item at least, so that n_items is no more
 * than the section's size allows. The section is borrowed until clear (). After failing there is nothing to clear.
 * O(blocks). */
ArchiveStatus
block_stream_open (BlockStream *stream, const void *section, uint64_t n_bytes, uint32_t item_bytes);
void block_stream_clear (BlockStream *stream);

/* How many items the block has; they are those from block x items_per_block on. */
uint32_t block_stream_n_items (const BlockStream *stream, uint64_t block);

/* What its writer said is decoded from it. */
uint64_t block_stream_decoded_bytes (const BlockStream *stream, uint64_t block);

/* Decompresses a block into raw, whose memory is reused. Any number of threads may, each with a zstd and raw of
 * its own. O(its bytes). */
ArchiveStatus block_stream_read (const BlockStream *stream,
                                 uint64_t block,
                                 ZSTD_DCtx *zstd,
                                 U8Column *raw,
                                 ByteReader *ret_reader);
