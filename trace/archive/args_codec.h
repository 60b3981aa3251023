/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of slices and instants <-> blocks of an archive section: regrouped into a column per key path and
 * place in it, so that like stands beside like. The entries of trace/model/args.h come back with every value, their numbers in
 * the shortest form.
 *
 * Items are the slices, then the instants of a profile. */

#pragma once

#include <stdatomic.h>

#include "trace/archive/block_stream.h"
#include "trace/archive/dense_ids.h"
#include "trace/model/args.h"

#define ARGS_PER_BLOCK 16384u

/* What is known of the items of a block when their arguments are coded: the same for encoder and decoder. */
typedef struct
{
  const uint32_t *name;       /* string ids */
  const int64_t *correlation; /* 0: none */
} ArgsContext;

/* Of a range of items; [0] is the first of them. */
typedef struct
{
  ArgsContext context;
  const uint64_t *offset; /* of entries in the blob; ARGS_NONE */
} ArgsItems;

typedef struct ArgsEncoder ArgsEncoder;

/* blob, keys: borrowed. NULL: out of memory. */
ArgsEncoder *args_encoder_new (const uint8_t *blob,
                               uint64_t n_blob_bytes,
                               const ArgKeys *keys,
                               int level,
                               BlockSink sink,
                               void *sink_data);
void args_encoder_free (ArgsEncoder *encoder);

/* The next block: n items, ARGS_PER_BLOCK of them but for the last one. ARCHIVE_DAMAGED: an entry that is none. */
ArchiveStatus args_encoder_put (ArgsEncoder *encoder, const ArgsItems *items, uint32_t n);
ArchiveStatus args_encoder_finish (ArgsEncoder *encoder, uint64_t n_items);

/* Entries of a block, one after the other. Reference-counted, immutable. */
typedef struct
{
  atomic_int n_references;
  uint32_t n_items;
  uint64_t n_bytes;
  uint64_t *begins; /* n_items + 1; begins[i] == begins[i + 1]: no arguments */
  uint8_t *bytes;
} ArgsBlock;

/* Safe for any bytes; string ids in the entries may be any number. n_items of the context as the block has. Any
 * thread. O(values). */
ArchiveStatus args_codec_decode (const BlockStream *stream,
                                 uint64_t block,
                                 const ArgKeys *keys,
                                 const ArgsContext *context,
                                 ArgsBlock **ret_block);
ArgsBlock *args_block_ref (ArgsBlock *block);
void args_block_unref (ArgsBlock *block); /* NULL: nothing */
