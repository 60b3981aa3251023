/* SPDX-License-Identifier: Apache-2.0
 *
 * A hash table from any 64-bit ids of a file to 64-bit values.
 *
 * Programs number what they record, so ids that follow one another are mostly neighbours. This table keeps
 * neighbours together: 64 of them share a block, and only the blocks are scattered. A table that scatters
 * every id would wait for memory at each lookup. An all-zero struct is an empty map. A map has one owner; any
 * thread may read it. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ID_MAP_NONE UINT64_MAX

typedef struct
{
  uint64_t id;
  uint64_t value; /* ID_MAP_NONE if the place is free */
} IdMapEntry;

typedef struct
{
  IdMapEntry *entries;
  size_t n_entries; /* a power of two, at least ID_MAP_BLOCK; or 0 */
  size_t n;         /* ids in the map */
} IdMap;

#define ID_MAP_BLOCK 64

void id_map_clear (IdMap *map);

/* Makes room for n ids in all. Returns false, with nothing changed, if memory runs out. */
bool id_map_reserve (IdMap *map, size_t n);

/* Returns a pointer to the value of an id, or NULL if the map does not have the id. The caller may read and
 * change the value (not to ID_MAP_NONE) until the next id_map_add (). O(1). */
uint64_t *id_map_find (const IdMap *map, uint64_t id);

/* Like id_map_find (), but adds an id that is missing, with the given value, which must not be ID_MAP_NONE.
 * Returns NULL if memory runs out. Amortised O(1). */
uint64_t *id_map_add (IdMap *map, uint64_t id, uint64_t value);
