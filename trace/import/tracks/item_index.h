/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds items of a column by a hash, with open addressing. A slot holds only the number of an item. The owner
 * keeps the items, compares them, and provides the hash of each.
 *
 * Sizes are powers of two, and at most half of the slots are in use. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint32_t *slots; /* number of an item + 1, or 0 if free */
  size_t n_slots;
} ItemIndex;

/* Returns the hash of items[item], the same as when the item was added. */
typedef uint64_t (*ItemHash) (const void *items, uint32_t item);

bool item_index_init (ItemIndex *index); /* returns false if memory runs out; may be cleared */
void item_index_clear (ItemIndex *index);

/* Adds items[n - 1]; those before it must be in the index. Returns false, with nothing changed, if memory
 * runs out. O(1) on average. */
bool item_index_add (ItemIndex *index, const void *items, size_t n, ItemHash hash_of);

/* Removes all n items. If they were few, an index that has grown large is halved, so that repeated emptying
 * costs only as much as was added. */
void item_index_empty (ItemIndex *index, size_t n);

static inline uint64_t
item_hash_mix (uint64_t a, uint64_t b)
{
  uint64_t hash = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

  return hash ^ hash >> 32;
}

/* Iterates over the items that may have a hash. */
typedef struct
{
  const ItemIndex *index;
  size_t slot;
} ItemSearch;

static inline ItemSearch
item_index_search (const ItemIndex *index, uint64_t hash)
{
  return (ItemSearch){ index, (size_t) hash & (index->n_slots - 1) };
}

/* Returns false if there is no further item. */
static inline bool
item_search_next (ItemSearch *search, uint32_t *ret_item)
{
  uint32_t found = search->index->slots[search->slot];

  search->slot = (search->slot + 1) & (search->index->n_slots - 1);
  *ret_item = found - 1;
  return found != 0;
}
