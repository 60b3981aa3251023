/* SPDX-License-Identifier: Apache-2.0
 *
 * What a number of a file stands for: a hash table from ids of 64 bits, any of them, to values of the caller's.
 *
 * Writers number what they record, so that ids met one after the other are mostly neighbours: these stay neighbours in
 * the table (64 of them share a block of it, blocks are scattered), where a table that scatters every id waits for
 * memory at each. An all-zero struct is an empty map. One owner; reading is for any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ID_MAP_NONE UINT64_MAX

typedef struct
{
  uint64_t id;
  uint64_t value; /* ID_MAP_NONE: the place is free */
} IdMapEntry;

typedef struct
{
  IdMapEntry *entries;
  size_t n_entries; /* a power of two, at least ID_MAP_BLOCK; or 0 */
  size_t n;         /* ids in the map */
} IdMap;

#define ID_MAP_BLOCK 64

void id_map_clear (IdMap *map);

/* Room for n ids in all. False: out of memory, nothing changed. */
bool id_map_reserve (IdMap *map, size_t n);

/* The value of an id, to be read and changed (not to ID_MAP_NONE) until the next add; NULL: it has none. O(1). */
uint64_t *id_map_find (const IdMap *map, uint64_t id);

/* The same; an id that has none gets this one, which is not ID_MAP_NONE. NULL: out of memory. O(1), amortised. */
uint64_t *id_map_add (IdMap *map, uint64_t id, uint64_t value);
