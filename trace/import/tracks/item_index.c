/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/tracks/item_index.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256

bool
item_index_init (ItemIndex *index)
{
  index->n_slots = FIRST_SLOTS;
  index->slots = calloc (index->n_slots, sizeof *index->slots);
  return index->slots != NULL;
}

void
item_index_clear (ItemIndex *index)
{
  free (index->slots);
  *index = (ItemIndex){ 0 };
}

static void
put (ItemIndex *index, uint64_t hash, uint32_t item)
{
  size_t i = (size_t) hash & (index->n_slots - 1);

  while (index->slots[i] != 0)
    i = (i + 1) & (index->n_slots - 1);
  index->slots[i] = item + 1;
}

bool
item_index_add (ItemIndex *index, const void *items, size_t n, ItemHash hash_of)
{
  if (n * 2 >= index->n_slots)
    {
      ItemIndex grown = { .n_slots = index->n_slots * 2 };

      grown.slots = calloc (grown.n_slots, sizeof *grown.slots);
      if (grown.slots == NULL)
        return false;
      for (size_t i = 0; i + 1 < n; i++)
        put (&grown, hash_of (items, (uint32_t) i), (uint32_t) i);
      free (index->slots);
      *index = grown;
    }
  put (index, hash_of (items, (uint32_t) n - 1), (uint32_t) n - 1);
  return true;
}

void
item_index_empty (ItemIndex *index, size_t n)
{
  if (n == 0)
    return;
  if (index->n_slots > FIRST_SLOTS && n < index->n_slots / 16)
    {
      uint32_t *smaller = realloc (index->slots, index->n_slots / 2 * sizeof *index->slots);

      if (smaller != NULL)
        {
          index->slots = smaller;
          index->n_slots /= 2;
        }
    }
  memset (index->slots, 0, index->n_slots * sizeof *index->slots);
}
