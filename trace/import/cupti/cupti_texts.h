/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts that records point to, by their address in the recorded process. A later text for an address replaces the
 * earlier one, for the records behind it. */

#pragma once

#include "trace/container/id_map.h"

#define CUPTI_TEXT_CACHE 1024

typedef struct
{
  IdMap by_address;
  struct
  {
    uint64_t address;
    uint32_t text;
  } recent[CUPTI_TEXT_CACHE]; /* by the middle bits of the address; address 0: free */
} CuptiTexts;

static inline size_t
cupti_texts_slot (uint64_t address)
{
  return (address ^ address >> 14) >> 4 & (CUPTI_TEXT_CACHE - 1);
}

static inline void
cupti_texts_clear (CuptiTexts *texts)
{
  id_map_clear (&texts->by_address);
}

/* Returns false if memory runs out. text is a string id. */
static inline bool
cupti_texts_set (CuptiTexts *texts, uint64_t address, uint32_t text)
{
  uint64_t *known = id_map_add (&texts->by_address, address, text);

  if (known == NULL)
    return false;
  *known = text;
  texts->recent[cupti_texts_slot (address)].address = 0;
  return true;
}

/* Returns false if there is no text for the address. */
static inline bool
cupti_texts_find (CuptiTexts *texts, uint64_t address, uint32_t *ret_text)
{
  size_t slot = cupti_texts_slot (address);

  if (texts->recent[slot].address != address || address == 0)
    {
      const uint64_t *text = id_map_find (&texts->by_address, address);

      if (text == NULL)
        return false;
      texts->recent[slot].address = address;
      texts->recent[slot].text = (uint32_t) *text;
    }
  *ret_text = texts->recent[slot].text;
  return true;
}
