/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/id_map.h"

#include "trace/container/hash_seed.h"
#include "trace/container/large_memory.h"

#define IN_BLOCK ((size_t) ID_MAP_BLOCK - 1)

/* At most half of the places are in use. */
#define PLACES_PER_ID 2

static void
free_entries (const IdMap *map)
{
  large_memory_release (map->entries, map->n_entries * sizeof *map->entries);
}

void
id_map_clear (IdMap *map)
{
  free_entries (map);
  *map = (IdMap){ 0 };
}

/* Returns the place of an id, or the free place that it would get. If the place is taken, the search goes on
 * at the same place of the next block, so that neighbours in one block stay neighbours in the next. After all
 * blocks it goes on at the next place of each. */
static IdMapEntry *
entry_of (const IdMap *map, uint64_t id)
{
  uint64_t block = hash_seed_mix (id / ID_MAP_BLOCK);
  /* The order of places differs from block to block, so that ids in steps of 64 do not all want the first
   * place. */
  size_t at = (size_t) ((block & ~(uint64_t) IN_BLOCK) | ((id ^ block) & IN_BLOCK)) & (map->n_entries - 1);
  size_t n_seen = 0;

  while (map->entries[at].value != ID_MAP_NONE && map->entries[at].id != id)
    {
      at = (at + ID_MAP_BLOCK) & (map->n_entries - 1);
      n_seen += ID_MAP_BLOCK;
      if (n_seen >= map->n_entries)
        {
          n_seen = 0;
          at = (at & ~IN_BLOCK) | ((at + 1) & IN_BLOCK);
        }
    }
  return &map->entries[at];
}

bool
id_map_reserve (IdMap *map, size_t n)
{
  size_t n_entries = map->n_entries > 0 ? map->n_entries : ID_MAP_BLOCK, n_bytes;

  while (n_entries / PLACES_PER_ID < n)
    if (__builtin_mul_overflow (n_entries, (size_t) 2, &n_entries))
      return false;
  if (n_entries == map->n_entries)
    return true;

  hash_seed_init ();
  IdMap grown = { .n_entries = n_entries, .n = map->n };
  if (__builtin_mul_overflow (n_entries, sizeof *grown.entries, &n_bytes)
      || (grown.entries = large_memory_grow (NULL, 0, n_bytes)) == NULL)
    return false;
  for (size_t i = 0; i < n_entries; i++)
    grown.entries[i].value = ID_MAP_NONE;
  for (size_t i = 0; i < map->n_entries; i++)
    if (map->entries[i].value != ID_MAP_NONE)
      *entry_of (&grown, map->entries[i].id) = map->entries[i];
  free_entries (map);
  *map = grown;
  return true;
}

uint64_t *
id_map_find (const IdMap *map, uint64_t id)
{
  IdMapEntry *entry = map->n_entries > 0 ? entry_of (map, id) : NULL;

  return entry != NULL && entry->value != ID_MAP_NONE ? &entry->value : NULL;
}

uint64_t *
id_map_add (IdMap *map, uint64_t id, uint64_t value)
{
  if (map->n >= map->n_entries / PLACES_PER_ID && !id_map_reserve (map, map->n + 1))
    return NULL;

  IdMapEntry *entry = entry_of (map, id);
  if (entry->value == ID_MAP_NONE)
    {
      *entry = (IdMapEntry){ id, value };
      map->n++;
    }
  return &entry->value;
}
