/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_interned.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/hash_seed.h"

#define FIRST_ENTRIES 16

void
perfetto_interned_clear (PerfettoInterned *interned)
{
  free (interned->entries);
  *interned = (PerfettoInterned){ 0 };
}

void
perfetto_interned_empty (PerfettoInterned *interned)
{
  if (interned->n == 0)
    return;
  if (interned->n_entries > 64 * FIRST_ENTRIES && interned->n < interned->n_entries / 16)
    {
      perfetto_interned_clear (interned);
      return;
    }
  memset (interned->entries, 0, interned->n_entries * sizeof *interned->entries);
  interned->n = 0;
}

/* Returns the entry of the id, or the free place for it. There always is a free one. */
static PerfettoInternedEntry *
place_of (const PerfettoInterned *interned, uint16_t kind, uint64_t iid)
{
  uint64_t hash = hash_seed_mix (iid + (uint64_t) kind * UINT64_C (0x9e3779b97f4a7c15));
  uint32_t mask = interned->n_entries - 1;
  uint32_t i = (uint32_t) hash & mask;

  while (interned->entries[i].kind != 0
         && (interned->entries[i].iid != iid || interned->entries[i].kind != kind))
    i = (i + 1) & mask;
  return &interned->entries[i];
}

static bool
grow (PerfettoInterned *interned)
{
  PerfettoInterned grown = {
    .n_entries = interned->n_entries == 0 ? FIRST_ENTRIES : interned->n_entries * 2,
    .n = interned->n,
  };

  if (grown.n_entries == 0)
    return false;
  hash_seed_init ();
  grown.entries = calloc (grown.n_entries, sizeof *grown.entries);
  if (grown.entries == NULL)
    return false;
  for (uint32_t i = 0; i < interned->n_entries; i++)
    if (interned->entries[i].kind != 0)
      *place_of (&grown, interned->entries[i].kind, interned->entries[i].iid) = interned->entries[i];
  free (interned->entries);
  *interned = grown;
  return true;
}

bool
perfetto_interned_set (PerfettoInterned *interned, uint16_t kind, uint64_t iid, uint32_t value)
{
  if (interned->n >= interned->n_entries / 2 && !grow (interned))
    return false;

  PerfettoInternedEntry *entry = place_of (interned, kind, iid);
  interned->n += entry->kind == 0;
  *entry = (PerfettoInternedEntry){ iid, value, kind };
  return true;
}

bool
perfetto_interned_find (const PerfettoInterned *interned, uint16_t kind, uint64_t iid, uint32_t *ret_value)
{
  if (interned->n == 0)
    return false;

  const PerfettoInternedEntry *entry = place_of (interned, kind, iid);
  if (entry->kind == 0)
    return false;
  *ret_value = entry->value;
  return true;
}
