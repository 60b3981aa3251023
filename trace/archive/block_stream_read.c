/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/archive/block_directory.h"
#include "trace/archive/block_stream.h"

static BlockEntry
entry_of (const BlockStream *stream, uint64_t block)
{
  BlockEntry entry;

  memcpy (&entry, stream->directory + block * sizeof entry, sizeof entry);
  return entry;
}

/* Sums up the entries to find where the blocks begin, and checks that they do not expand to more than
 * allowed. */
static bool
check_directory (BlockStream *stream, uint64_t n_bytes, uint64_t n_block_bytes, uint32_t item_bytes)
{
  uint64_t at = 0, n_expanded = 0;

  for (uint64_t block = 0; block < stream->n_blocks; block++)
    {
      BlockEntry entry = entry_of (stream, block);

      stream->begins[block] = at;
      if (entry.stored_bytes > n_block_bytes - at
          || entry.decoded_bytes < (uint64_t) block_stream_n_items (stream, block) * item_bytes
          || __builtin_add_overflow (n_expanded, entry.raw_bytes, &n_expanded)
          || __builtin_add_overflow (n_expanded, entry.decoded_bytes, &n_expanded))
        return false;
      at += entry.stored_bytes;
    }
  stream->begins[stream->n_blocks] = at;
  return n_expanded <= BLOCK_STREAM_FREE_BYTES
         || (n_expanded - BLOCK_STREAM_FREE_BYTES) / BLOCK_STREAM_MAX_EXPANSION <= n_bytes;
}

ArchiveStatus
block_stream_open (BlockStream *stream, const void *section, uint64_t n_bytes, uint32_t item_bytes)
{
  BlockStreamEnd end;

  if (n_bytes < sizeof end)
    return ARCHIVE_DAMAGED;
  memcpy (&end, (const uint8_t *) section + n_bytes - sizeof end, sizeof end);
  if (end.items_per_block == 0 || end.items_per_block > BLOCK_STREAM_MAX_ITEMS || end.zero != 0)
    return ARCHIVE_DAMAGED;

  uint64_t n_blocks = end.n_items / end.items_per_block + (end.n_items % end.items_per_block != 0);
  uint64_t n_before = n_bytes - sizeof end;
  if (n_blocks > n_before / sizeof (BlockEntry))
    return ARCHIVE_DAMAGED;
  *stream = (BlockStream){
    .section = section,
    .n_items = end.n_items,
    .n_blocks = n_blocks,
    .items_per_block = end.items_per_block,
    .directory = (const uint8_t *) section + n_before - n_blocks * sizeof (BlockEntry),
    .begins = calloc (n_blocks + 1, sizeof *stream->begins),
  };
  if (stream->begins == NULL)
    return ARCHIVE_NO_MEMORY;
  if (!check_directory (stream, n_bytes, n_before - n_blocks * sizeof (BlockEntry), item_bytes))
    {
      block_stream_clear (stream);
      return ARCHIVE_DAMAGED;
    }
  return ARCHIVE_OK;
}

void
block_stream_clear (BlockStream *stream)
{
  free (stream->begins);
  *stream = (BlockStream){ 0 };
}

uint32_t
block_stream_n_items (const BlockStream *stream, uint64_t block)
{
  uint64_t n_left = stream->n_items - block * stream->items_per_block;

  return n_left < stream->items_per_block ? (uint32_t) n_left : stream->items_per_block;
}

uint64_t
block_stream_decoded_bytes (const BlockStream *stream, uint64_t block)
{
  return entry_of (stream, block).decoded_bytes;
}

/* Returns whether the frame can hold n_raw bytes. Frames of our writer state their size. */
static bool
may_hold (const uint8_t *frame, size_t n_stored, uint64_t n_raw)
{
  unsigned long long n = ZSTD_getFrameContentSize (frame, n_stored);

  return n == n_raw || n == ZSTD_CONTENTSIZE_UNKNOWN;
}

/* Makes room for exactly n bytes, which may be many: the limit on expansion is a limit on memory. */
static bool
make_room (U8Column *raw, size_t n)
{
  if (n <= raw->cap)
    return true;
  u8_column_clear (raw);
  raw->at = malloc (n);
  raw->cap = raw->at != NULL ? n : 0;
  return raw->at != NULL;
}

ArchiveStatus
block_stream_read (const BlockStream *stream,
                   uint64_t block,
                   ZSTD_DCtx *zstd,
                   U8Column *raw,
                   ByteReader *ret_reader)
{
  BlockEntry entry = entry_of (stream, block);
  uint64_t n_stored = stream->begins[block + 1] - stream->begins[block], n_both;

  raw->n = 0;
  /* Even an empty frame has bytes. */
  if (n_stored == 0)
    return ARCHIVE_DAMAGED;
  if (!may_hold (stream->section + stream->begins[block], (size_t) n_stored, entry.raw_bytes))
    return ARCHIVE_DAMAGED;
  if (__builtin_add_overflow (entry.raw_bytes, n_stored, &n_both) || n_both > SIZE_MAX
      || !make_room (raw, (size_t) n_both))
    return ARCHIVE_NO_MEMORY;
  /* The decoder works on a copy, because mapped bytes may become zeros while it reads them. */
  uint8_t *stored = raw->at + entry.raw_bytes;
  memcpy (stored, stream->section + stream->begins[block], (size_t) n_stored);
  size_t n = ZSTD_decompressDCtx (zstd, raw->at, (size_t) entry.raw_bytes, stored, (size_t) n_stored);
  if (ZSTD_isError (n) || n != entry.raw_bytes)
    return ARCHIVE_DAMAGED;
  raw->n = n;
  *ret_reader = (ByteReader){ .at = raw->at, .end = raw->at + n };
  return ARCHIVE_OK;
}
