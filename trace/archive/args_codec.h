/* SPDX-License-Identifier: Apache-2.0
 *
 * Codes the arguments of slices and instants as blocks of an archive section. Values are regrouped into one
 * column per key path and place in it, so that similar values lie together. Decoding returns the entries of
 * trace/model/args.h with every value, and with their numbers in the shortest form.
 *
 * Items are the slices, then the instants of a profile. */

#pragma once

#include <stdatomic.h>

#include "trace/archive/block_stream.h"
#include "trace/archive/dense_ids.h"
#include "trace/model/args.h"

#define ARGS_PER_BLOCK 16384u

/* What encoder and decoder both know of the items of a block when they code its arguments. */
typedef struct
{
  const uint32_t *name;       /* string ids */
  const int64_t *correlation; /* 0 if there is none */
} ArgsContext;

/* A range of items; index 0 is the first of them. */
typedef struct
{
  ArgsContext context;
  const uint64_t *offset; /* of the entry in the blob, or ARGS_NONE */
} ArgsItems;

typedef struct ArgsEncoder ArgsEncoder;

/* Borrows blob and keys. level is the level of zstd. Returns NULL if memory runs out. */
ArgsEncoder *args_encoder_new (const uint8_t *blob,
                               uint64_t n_blob_bytes,
                               const ArgKeys *keys,
                               int level,
                               BlockSink sink,
                               void *sink_data);
void args_encoder_free (ArgsEncoder *encoder);

/* Encodes the next block of n items: ARGS_PER_BLOCK of them, fewer only in the last block. Returns
 * ARCHIVE_DAMAGED if an entry is malformed. */
ArchiveStatus args_encoder_put (ArgsEncoder *encoder, const ArgsItems *items, uint32_t n);
ArchiveStatus args_encoder_finish (ArgsEncoder *encoder, uint64_t n_items);

/* The entries of a block, one after the other. Reference-counted and immutable. */
typedef struct
{
  atomic_int n_references;
  uint32_t n_items;
  uint64_t n_bytes;
  uint64_t *begins; /* n_items + 1 entries; begins[i] == begins[i + 1] if item i has no arguments */
  uint8_t *bytes;
} ArgsBlock;

/* Decodes a block. The context has n_items entries, as the block has. Safe for any bytes; string ids in the
 * entries may then be any number. Any thread. O(values). */
ArchiveStatus args_codec_decode (const BlockStream *stream,
                                 uint64_t block,
                                 const ArgKeys *keys,
                                 const ArgsContext *context,
                                 ArgsBlock **ret_block);
ArgsBlock *args_block_ref (ArgsBlock *block);
void args_block_unref (ArgsBlock *block); /* block may be NULL */
