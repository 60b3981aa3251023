/* SPDX-License-Identifier: Apache-2.0
 *
 * Codes the columns of slices as blocks of an archive section. It leaves out tracks, which follow from the
 * table of tracks, and arguments (args_codec.h). */

#pragma once

#include "trace/archive/block_stream.h"
#include "trace/model/trace.h"

#define SLICES_PER_BLOCK    65536u
#define SLICE_DECODED_BYTES 34u /* decoded bytes that a block states for each slice */

/* Encodes all slices. The sizes in PERFORMANCE were measured with zstd's level 3. O(n). */
ArchiveStatus slice_codec_encode (const SliceColumns *slices, int level, BlockSink sink, void *sink_data);

/* The destination of the columns of one block, with room for its items. */
typedef struct
{
  int64_t *start_ns, *dur_ns, *correlation;
  uint32_t *name, *category;
  uint8_t *kind, *flags;
} SliceBlock;

/* Memory that is reused from block to block; one per thread. All zero at first. */
typedef struct
{
  ZSTD_DCtx *zstd;
  U8Column raw;
  I64Column numbers, sums, table;
  U32Column context;
} SliceScratch;

void slice_scratch_clear (SliceScratch *scratch);

/* Decodes a block. Safe for any bytes; ids and times may then be any number. Any number of threads may decode
 * blocks of one stream at once. */
ArchiveStatus
slice_codec_decode (const BlockStream *stream, uint64_t block, SliceScratch *scratch, const SliceBlock *out);
