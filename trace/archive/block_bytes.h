/* SPDX-License-Identifier: Apache-2.0
 *
 * A block that is being put together, before it is compressed. */

#pragma once

#include <stdbool.h>

#include "trace/container/column.h"

typedef struct
{
  U8Column bytes;

  /* Places, ascending, where what follows is of another nature: the compressor begins new statistics there. */
  U64Column cuts;
} BlockBytes;

void block_bytes_clear (BlockBytes *block);

/* Each returns false when memory ran out. */
bool block_bytes_put (BlockBytes *block, const void *bytes, size_t n);
bool block_bytes_put_varint (BlockBytes *block, uint64_t number);

/* A cut at the present end, unless so few bytes lie behind the last one that a new beginning costs more than it
 * brings. */
bool block_bytes_cut (BlockBytes *block);
