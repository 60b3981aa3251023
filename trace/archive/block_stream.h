/* SPDX-License-Identifier: Apache-2.0
 *
 * A stream of blocks with the same number of items each. Every block is a zstd frame; a directory follows the
 * blocks. The archive sections consist of such streams. FORMAT.md describes every byte. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <zstd.h>

#include "trace/archive/archive_status.h"
#include "trace/archive/block_bytes.h"
#include "trace/archive/byte_reader.h"

#define BLOCK_STREAM_MAX_ITEMS (1u << 16) /* per block */

/* Beyond BLOCK_STREAM_FREE_BYTES, all blocks and everything decoded from them may be at most this many times
 * as large as the section, so that a small file cannot ask for any amount of memory. Writers append zeros
 * where needed to keep this limit. */
#define BLOCK_STREAM_MAX_EXPANSION UINT64_C (4096)
#define BLOCK_STREAM_FREE_BYTES    (UINT64_C (64) << 20)

/* ---- writing ---- */

/* Receives the next bytes of the section, which are valid only during the call. Returns false to stop. */
typedef bool (*BlockSink) (void *sink_data, const void *bytes, size_t n);

typedef struct BlockStreamWriter BlockStreamWriter;

/* items_per_block is 1 to BLOCK_STREAM_MAX_ITEMS; level is the level of zstd. Returns NULL if memory runs
 * out. */
BlockStreamWriter *
block_stream_writer_new (uint32_t items_per_block, int level, BlockSink sink, void *sink_data);
void block_stream_writer_free (BlockStreamWriter *writer);

/* Returns an empty block, to fill with the next items. */
BlockBytes *block_stream_writer_block (BlockStreamWriter *writer);

/* Completes the block and compresses it. decoded_bytes is the size of what its reader decodes from it. O(its
 * bytes). */
ArchiveStatus block_stream_writer_end_block (BlockStreamWriter *writer, uint64_t decoded_bytes);

/* Call this after the last block. There must be n_items / items_per_block blocks, rounded up. */
ArchiveStatus block_stream_writer_finish (BlockStreamWriter *writer, uint64_t n_items);

/* ---- reading ---- */

typedef struct
{
  const uint8_t *section; /* borrowed */
  uint64_t n_items, n_blocks;
  uint32_t items_per_block;
  const uint8_t *directory;
  uint64_t *begins; /* owned: where each block begins in the section, and where the last one ends */
} BlockStream;

/* Checks the directory, but not the blocks. item_bytes is the least that each item decodes to; it limits
 * n_items by the size of the section. The section is borrowed until block_stream_clear (). After a failure
 * there is nothing to clear. O(blocks). */
ArchiveStatus
block_stream_open (BlockStream *stream, const void *section, uint64_t n_bytes, uint32_t item_bytes);
void block_stream_clear (BlockStream *stream);

/* Returns the number of items of the block. They are the items from block x items_per_block on. */
uint32_t block_stream_n_items (const BlockStream *stream, uint64_t block);

/* Returns the number of decoded bytes that the writer stated for the block. */
uint64_t block_stream_decoded_bytes (const BlockStream *stream, uint64_t block);

/* Decompresses a block into raw, whose memory is reused. Any number of threads may call this at once, each
 * with its own zstd and raw. O(its bytes). */
ArchiveStatus block_stream_read (const BlockStream *stream,
                                 uint64_t block,
                                 ZSTD_DCtx *zstd,
                                 U8Column *raw,
                                 ByteReader *ret_reader);
