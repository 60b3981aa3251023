/* SPDX-License-Identifier: Apache-2.0
 *
 * What a packet sequence has interned: values by kind and id (iid), until its state is cleared. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint64_t iid;
  uint32_t value; /* what it means depends on the kind */
  uint16_t kind;  /* field of InternedData; 0 marks a free place */
} PerfettoInternedEntry;

/* An all-zero struct is empty. */
typedef struct
{
  PerfettoInternedEntry *entries;
  uint32_t n_entries; /* a power of two, or 0 */
  uint32_t n;
} PerfettoInterned;

void perfetto_interned_clear (PerfettoInterned *interned);

/* Removes all entries. In proportion to those that were added since the last time. */
void perfetto_interned_empty (PerfettoInterned *interned);

/* Sets a value; a later one for the same id replaces it. Returns false if memory runs out. */
bool perfetto_interned_set (PerfettoInterned *interned, uint16_t kind, uint64_t iid, uint32_t value);

/* Returns false if there is none. O(1). */
bool
perfetto_interned_find (const PerfettoInterned *interned, uint16_t kind, uint64_t iid, uint32_t *ret_value);
