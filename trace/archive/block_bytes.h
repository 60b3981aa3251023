/* SPDX-License-Identifier: Apache-2.0
 *
 * A block under construction, before it is compressed. */

#pragma once

#include <stdbool.h>

#include "trace/container/column.h"

typedef struct
{
  U8Column bytes;

  /* Ascending offsets at which data of another nature begins: the compressor starts new statistics there. */
  U64Column cuts;
} BlockBytes;

void block_bytes_clear (BlockBytes *block);

/* Append bytes or a number to the block. Each returns false when memory runs out. */
bool block_bytes_put (BlockBytes *block, const void *bytes, size_t n);
bool block_bytes_put_varint (BlockBytes *block, uint64_t number);

/* Adds a cut at the current end, unless the last one is so near that new statistics would cost more than they
 * save. */
bool block_bytes_cut (BlockBytes *block);
