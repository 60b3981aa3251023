/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of slices <-> blocks of an archive section. What is not in it: tracks, which follow from the table of
 * tracks, and arguments (args_codec.h). */

#pragma once

#include "trace/archive/block_stream.h"
#include "trace/model/trace.h"

#define SLICES_PER_BLOCK    65536u
#define SLICE_DECODED_BYTES 34u /* what a block counts for each slice */

/* Encodes all slices; zstd's level 3 is what the sizes of PERFORMANCE were measured with. O(n). */
ArchiveStatus slice_codec_encode (const SliceColumns *slices, int level, BlockSink sink, void *sink_data);

/* Where the columns of one block go: room for its items each. */
typedef struct
{
  int64_t *start_ns, *dur_ns, *correlation;
  uint32_t *name, *category;
  uint8_t *kind, *flags;
} SliceBlock;

/* Memory that is used again from block to block; one per thread. All zero to begin with. */
typedef struct
{
  ZSTD_DCtx *zstd;
  U8Column raw;
  I64Column numbers, sums, table;
  U32Column context;
} SliceScratch;

void slice_scratch_clear (SliceScratch *scratch);

/* Safe for any bytes; the ids may then be any number, and times too. Any number of threads may decode blocks of one
 * stream at once. */
ArchiveStatus
slice_codec_decode (const BlockStream *stream, uint64_t block, SliceScratch *scratch, const SliceBlock *out);
