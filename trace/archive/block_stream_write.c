/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/archive/block_directory.h"
#include "trace/archive/block_stream.h"

COLUMN_DEFINE (EntryColumn, entry_column, BlockEntry)
COLUMN_IMPLEMENT (EntryColumn, entry_column)

struct BlockStreamWriter
{
  uint32_t items_per_block;
  BlockSink sink;
  void *sink_data;
  ZSTD_CCtx *zstd;
  BlockBytes block;
  U8Column compressed;
  EntryColumn directory;
  uint64_t n_stored, n_expanded;
};

BlockStreamWriter *
block_stream_writer_new (uint32_t items_per_block, int level, BlockSink sink, void *sink_data)
{
  BlockStreamWriter *writer = calloc (1, sizeof *writer);

  if (writer == NULL)
    return NULL;
  writer->items_per_block = items_per_block;
  writer->sink = sink;
  writer->sink_data = sink_data;
  writer->zstd = ZSTD_createCCtx ();
  if (writer->zstd == NULL
      || ZSTD_isError (ZSTD_CCtx_setParameter (writer->zstd, ZSTD_c_compressionLevel, level)))
    {
      block_stream_writer_free (writer);
      return NULL;
    }
  return writer;
}

void
block_stream_writer_free (BlockStreamWriter *writer)
{
  if (writer == NULL)
    return;
  ZSTD_freeCCtx (writer->zstd);
  block_bytes_clear (&writer->block);
  u8_column_clear (&writer->compressed);
  entry_column_clear (&writer->directory);
  free (writer);
}

BlockBytes *
block_stream_writer_block (BlockStreamWriter *writer)
{
  return &writer->block;
}

/* Compresses the block into one frame, with a zstd block begun at each cut. The flushes may need a little
 * more room than one piece would: this much per cut. */
#define CUT_BOUND_BYTES 64

static bool
compress (BlockStreamWriter *writer)
{
  const BlockBytes *block = &writer->block;
  size_t bound = ZSTD_compressBound (block->bytes.n) + (block->cuts.n + 1) * CUT_BOUND_BYTES;

  writer->compressed.n = 0;
  if (!u8_column_reserve (&writer->compressed, bound))
    return false;

  ZSTD_outBuffer out = { writer->compressed.at, bound, 0 };
  ZSTD_CCtx_reset (writer->zstd, ZSTD_reset_session_only);
  if (ZSTD_isError (ZSTD_CCtx_setPledgedSrcSize (writer->zstd, block->bytes.n)))
    return false;
  for (size_t i = 0, at = 0; i <= block->cuts.n; i++)
    {
      size_t end = i < block->cuts.n ? (size_t) block->cuts.at[i] : block->bytes.n;
      ZSTD_inBuffer in = { block->bytes.at + at, end - at, 0 };
      ZSTD_EndDirective directive = i < block->cuts.n ? ZSTD_e_flush : ZSTD_e_end;

      if (ZSTD_compressStream2 (writer->zstd, &out, &in, directive) != 0)
        return false;
      at = end;
    }
  writer->compressed.n = out.pos;
  return true;
}

ArchiveStatus
block_stream_writer_end_block (BlockStreamWriter *writer, uint64_t decoded_bytes)
{
  if (!compress (writer))
    return ARCHIVE_NO_MEMORY;

  BlockEntry entry = { writer->compressed.n, writer->block.bytes.n, decoded_bytes };
  writer->n_stored += entry.stored_bytes;
  writer->n_expanded += entry.raw_bytes + entry.decoded_bytes;
  writer->block.bytes.n = 0;
  writer->block.cuts.n = 0;
  if (!entry_column_push (&writer->directory, entry))
    return ARCHIVE_NO_MEMORY;
  return writer->sink (writer->sink_data, writer->compressed.at, writer->compressed.n) ? ARCHIVE_OK
                                                                                       : ARCHIVE_STOPPED;
}

/* Appends zeros until the section is large enough for what it expands to. */
static bool
pad (BlockStreamWriter *writer)
{
  static const uint8_t zeros[4096];
  uint64_t n_beyond =
    writer->n_expanded > BLOCK_STREAM_FREE_BYTES ? writer->n_expanded - BLOCK_STREAM_FREE_BYTES : 0;
  uint64_t needed = n_beyond / BLOCK_STREAM_MAX_EXPANSION, n;

  for (uint64_t at = writer->n_stored; at < needed; at += n)
    {
      n = needed - at < sizeof zeros ? needed - at : sizeof zeros;
      if (!writer->sink (writer->sink_data, zeros, n))
        return false;
    }
  return true;
}

ArchiveStatus
block_stream_writer_finish (BlockStreamWriter *writer, uint64_t n_items)
{
  BlockStreamEnd end = { n_items, writer->items_per_block, 0 };

  if (!pad (writer)
      || !writer->sink (writer->sink_data, writer->directory.at, writer->directory.n * sizeof (BlockEntry))
      || !writer->sink (writer->sink_data, &end, sizeof end))
    return ARCHIVE_STOPPED;
  return ARCHIVE_OK;
}
