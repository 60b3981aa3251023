/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes behind the blocks of a section: zeros if the writer needed them, an entry per block, and the end. */

#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t stored_bytes;  /* the zstd frame */
  uint64_t raw_bytes;     /* decompressed */
  uint64_t decoded_bytes; /* of the items decoded from it */
} BlockEntry;

typedef struct
{
  uint64_t n_items;
  uint32_t items_per_block;
  uint32_t zero;
} BlockStreamEnd;

_Static_assert(sizeof (BlockEntry) == 24, "FORMAT.md");
_Static_assert(sizeof (BlockStreamEnd) == 16, "FORMAT.md");
