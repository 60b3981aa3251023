/* SPDX-License-Identifier: Apache-2.0
 *
 * A page of the tree of a table with rowids: https://www.sqlite.org/fileformat2.html#b_tree_pages. A leaf holds the rows,
 * an interior page leads to its children. Pages of indices and of tables without rowids are none of these. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/import/sqlite/page_file.h"

#define TREE_LEAF     0x0d
#define TREE_INTERIOR 0x05

typedef struct
{
  const uint8_t *bytes; /* borrowed */
  uint32_t usable_bytes;
  uint32_t header_at; /* 100 on page 1, else 0 */
  uint8_t type;       /* TREE_LEAF or TREE_INTERIOR */
  uint32_t n_cells;
  int64_t first, last; /* rowids or keys of the first and last cell; 0 without cells */
} TreePage;

/* Looks at a page. Returns whether it is one of the tree of a table, and intact: its cells and free blocks fill it exactly
 * and do not leave it, and the rowids ascend. */
bool tree_page_init (TreePage *ret, const PageFile *file, uint32_t page, const uint8_t *bytes);

/* A cell of a leaf: a row. */
typedef struct
{
  int64_t rowid;
  uint32_t payload_bytes;
  const uint8_t *local; /* the begin of the payload, on the page */
  uint32_t local_bytes;
  uint32_t overflow_page; /* where it goes on; 0 if all of it is local */
} LeafCell;

/* Returns the cell of an intact leaf. */
LeafCell tree_page_leaf_cell (const TreePage *page, uint32_t i);

/* Returns child i of an intact interior page, 0 <= i <= n_cells, and sets the greatest rowid that may be below it; the last
 * child has no such key. */
uint32_t tree_page_child (const TreePage *page, uint32_t i, int64_t *ret_key);
