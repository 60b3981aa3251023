/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds items of a column by a hash: open addressing, with nothing but the number of an item in a slot. The owner keeps the
 * items, compares them, and says what the hash of each is.
 *
 * Sizes are powers of two, and at most half of the slots are taken. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint32_t *slots; /* number of an item + 1; 0 is free */
  size_t n_slots;
} ItemIndex;

/* Of items[item], as it was when that was added. */
typedef uint64_t (*ItemHash) (const void *items, uint32_t item);

bool item_index_init (ItemIndex *index); /* false: out of memory; may be cleared */
void item_index_clear (ItemIndex *index);

/* Adds items[n - 1], those before it being there. False: out of memory, nothing has changed. O(1) on average. */
bool item_index_add (ItemIndex *index, const void *items, size_t n, ItemHash hash_of);

/* Takes all n items out. Where they were few, what many have left behind is halved: then emptying again and again costs
 * what was put in. */
void item_index_empty (ItemIndex *index, size_t n);

static inline uint64_t
item_hash_mix (uint64_t a, uint64_t b)
{
  uint64_t hash = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

  return hash ^ hash >> 32;
}

/* The items that may have a hash, one after another. */
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

/* False: there is none, or no further one. */
static inline bool
item_search_next (ItemSearch *search, uint32_t *ret_item)
{
  uint32_t found = search->index->slots[search->slot];

  search->slot = (search->slot + 1) & (search->index->n_slots - 1);
  *ret_item = found - 1;
  return found != 0;
}
