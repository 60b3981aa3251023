/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/tree_page.h"

#define SCHEMA_HEADER_BYTES 100 /* before the tree page on page 1 */

/* Places in the header of a page. */
#define FIRST_BLOCK_AT 1 /* 2 bytes: the first free block, or 0 */
#define N_CELLS_AT     3 /* 2 bytes */
#define CONTENT_AT     5 /* 2 bytes: where the cells begin; 0 is 65536 */
#define N_FRAGMENTS_AT 7 /* 1 byte: free bytes that are no block */
#define LAST_CHILD_AT  8 /* 4 bytes, of an interior page only */

/* SQLite has no smaller cells and blocks. */
#define CELL_MIN_BYTES 4

static uint32_t
pointers_at (const TreePage *page)
{
  return page->header_at + (page->type == TREE_LEAF ? 8 : 12);
}

static uint32_t
cell_at (const TreePage *page, uint32_t i)
{
  return page_u16 (page->bytes + pointers_at (page) + 2 * i);
}

/* How much of a payload lies on the leaf itself. */
static uint32_t
local_bytes (uint32_t usable_bytes, uint32_t payload_bytes)
{
  uint32_t most = usable_bytes - 35;
  uint32_t least = (usable_bytes - 12) * 32 / 255 - 23;

  if (payload_bytes <= most)
    return payload_bytes;
  uint32_t n = least + (payload_bytes - least) % (usable_bytes - 4);
  return n <= most ? n : least;
}

/* Returns the bytes of the cell, or 0 if there cannot be one at that place. */
static uint32_t
read_leaf_cell (const TreePage *page, uint32_t at, LeafCell *ret)
{
  const uint8_t *begin = page->bytes + at, *end = page->bytes + page->usable_bytes;
  uint64_t payload_bytes, rowid;
  unsigned n = page_varint (begin, end, &payload_bytes);
  unsigned n_rowid = n > 0 ? page_varint (begin + n, end, &rowid) : 0;

  if (n_rowid == 0 || payload_bytes == 0 || payload_bytes > INT32_MAX)
    return 0;
  n += n_rowid;
  *ret = (LeafCell){
    .rowid = (int64_t) rowid,
    .payload_bytes = (uint32_t) payload_bytes,
    .local = begin + n,
    .local_bytes = local_bytes (page->usable_bytes, (uint32_t) payload_bytes),
  };
  bool overflows = ret->local_bytes < ret->payload_bytes;
  uint32_t n_bytes = n + ret->local_bytes + (overflows ? 4 : 0);
  if (n_bytes > page->usable_bytes - at)
    return 0;
  ret->overflow_page = overflows ? page_u32 (ret->local + ret->local_bytes) : 0;
  return overflows && ret->overflow_page == 0 ? 0 : n_bytes;
}

static uint32_t
read_interior_cell (const TreePage *page, uint32_t at, int64_t *ret_key)
{
  uint64_t key;
  unsigned n = page_varint (page->bytes + at + 4, page->bytes + page->usable_bytes, &key);

  if (n == 0)
    return 0;
  *ret_key = (int64_t) key;
  return n + 4;
}

/* Sums up the free blocks. Returns false if their chain is damaged. */
static bool
sum_blocks (const TreePage *page, uint32_t content, uint64_t *sum)
{
  uint32_t end = content;

  for (uint32_t at = page_u16 (page->bytes + page->header_at + FIRST_BLOCK_AT); at != 0;
       at = page_u16 (page->bytes + at))
    {
      /* They ascend, so the chain ends. */
      if (at < end || at + CELL_MIN_BYTES > page->usable_bytes)
        return false;
      uint32_t n_bytes = page_u16 (page->bytes + at + 2);
      if (n_bytes < CELL_MIN_BYTES || n_bytes > page->usable_bytes - at)
        return false;
      *sum += n_bytes;
      end = at + n_bytes;
    }
  return true;
}

static bool
sum_cells (TreePage *page, uint32_t content, uint64_t *sum)
{
  for (uint32_t i = 0; i < page->n_cells; i++)
    {
      uint32_t at = cell_at (page, i);
      LeafCell cell = { 0 };
      int64_t key = 0;

      if (at < content || at + CELL_MIN_BYTES > page->usable_bytes)
        return false;
      uint32_t n =
        page->type == TREE_LEAF ? read_leaf_cell (page, at, &cell) : read_interior_cell (page, at, &key);
      if (n == 0)
        return false;
      if (page->type == TREE_LEAF)
        key = cell.rowid;
      if (i > 0 && key <= page->last)
        return false;
      if (i == 0)
        page->first = key;
      page->last = key;
      *sum += n < CELL_MIN_BYTES ? CELL_MIN_BYTES : n;
    }
  return true;
}

bool
tree_page_init (TreePage *ret, const PageFile *file, uint32_t page, const uint8_t *bytes)
{
  uint32_t header_at = page == 1 ? SCHEMA_HEADER_BYTES : 0;
  const uint8_t *header = bytes + header_at;

  *ret = (TreePage){
    .bytes = bytes,
    .usable_bytes = file->usable_bytes,
    .header_at = header_at,
    .type = header[0],
    .n_cells = page_u16 (header + N_CELLS_AT),
  };
  if (ret->type != TREE_LEAF && ret->type != TREE_INTERIOR)
    return false;
  uint32_t content = page_u16 (header + CONTENT_AT);
  content = content == 0 ? 65536 : content;
  if (content > file->usable_bytes || pointers_at (ret) + 2 * ret->n_cells > content)
    return false;
  uint64_t n = header[N_FRAGMENTS_AT];
  return sum_blocks (ret, content, &n) && sum_cells (ret, content, &n) && n == file->usable_bytes - content;
}

LeafCell
tree_page_leaf_cell (const TreePage *page, uint32_t i)
{
  LeafCell cell = { 0 };

  read_leaf_cell (page, cell_at (page, i), &cell);
  return cell;
}

uint32_t
tree_page_child (const TreePage *page, uint32_t i, int64_t *ret_key)
{
  if (i == page->n_cells)
    return page_u32 (page->bytes + page->header_at + LAST_CHILD_AT);
  read_interior_cell (page, cell_at (page, i), ret_key);
  return page_u32 (page->bytes + cell_at (page, i));
}
