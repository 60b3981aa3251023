/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/block_bytes.h"

#include <stdlib.h>
#include <string.h>

/* A zstd block costs 3 bytes, and its Huffman and FSE tables up to about 100. */
#define CUT_MIN_BYTES 2048

void
block_bytes_clear (BlockBytes *block)
{
  u8_column_clear (&block->bytes);
  u64_column_clear (&block->cuts);
}

bool
block_bytes_put (BlockBytes *block, const void *bytes, size_t n)
{
  if (!u8_column_reserve (&block->bytes, n))
    return false;
  if (n > 0)
    memcpy (block->bytes.at + block->bytes.n, bytes, n);
  block->bytes.n += n;
  return true;
}

bool
block_bytes_put_varint (BlockBytes *block, uint64_t number)
{
  uint8_t bytes[10];
  size_t n = 0;

  for (; number >= 0x80; number >>= 7)
    bytes[n++] = (uint8_t) (number | 0x80);
  bytes[n++] = (uint8_t) number;
  return block_bytes_put (block, bytes, n);
}

bool
block_bytes_cut (BlockBytes *block)
{
  uint64_t last = block->cuts.n > 0 ? block->cuts.at[block->cuts.n - 1] : 0;

  return block->bytes.n - last < CUT_MIN_BYTES || u64_column_push (&block->cuts, block->bytes.n);
}
