/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/text_ids.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define FIRST_SLOTS 256

void
text_ids_begin (TextIds *ids)
{
  ids->bytes.n = 0;
  ids->ends.n = 0;
  if (ids->slots.n > 0)
    memset (ids->slots.at, 0, ids->slots.n * sizeof *ids->slots.at);
}

void
text_ids_clear (TextIds *ids)
{
  u8_column_clear (&ids->bytes);
  u64_column_clear (&ids->ends);
  u32_column_clear (&ids->slots);
}

static size_t
begin_of (const TextIds *ids, size_t text)
{
  return text == 0 ? 0 : (size_t) ids->ends.at[text - 1];
}

/* Returns the slot of the text, or the free slot where it would be. */
static size_t
find_slot (const TextIds *ids, const uint8_t *text, size_t length)
{
  size_t mask = ids->slots.n - 1, slot = (size_t) XXH3_64bits (text, length) & mask;

  for (; ids->slots.at[slot] != 0; slot = (slot + 1) & mask)
    {
      size_t other = ids->slots.at[slot] - 1, begin = begin_of (ids, other);
      if (ids->ends.at[other] - begin == length
          && (length == 0 || memcmp (ids->bytes.at + begin, text, length) == 0))
        break;
    }
  return slot;
}

static bool
grow (TextIds *ids)
{
  size_t n = ids->slots.n == 0 ? FIRST_SLOTS : ids->slots.n * 2;

  if (!u32_column_reserve (&ids->slots, n - ids->slots.n))
    return false;
  ids->slots.n = n;
  memset (ids->slots.at, 0, n * sizeof *ids->slots.at);
  for (size_t text = 0; text < ids->ends.n; text++)
    {
      size_t begin = begin_of (ids, text);
      size_t slot = find_slot (ids, ids->bytes.at + begin, (size_t) ids->ends.at[text] - begin);
      ids->slots.at[slot] = (uint32_t) text + 1;
    }
  return true;
}

bool
text_ids_of (TextIds *ids, const uint8_t *text, size_t length, uint32_t *ret_id)
{
  if (ids->ends.n * 2 >= ids->slots.n && !grow (ids))
    return false;

  size_t slot = find_slot (ids, text, length);
  if (ids->slots.at[slot] == 0)
    {
      if (!u8_column_reserve (&ids->bytes, length) || !u64_column_push (&ids->ends, ids->bytes.n + length))
        return false;
      if (length > 0)
        memcpy (ids->bytes.at + ids->bytes.n, text, length);
      ids->bytes.n += length;
      ids->slots.at[slot] = (uint32_t) ids->ends.n;
    }
  *ret_id = ids->slots.at[slot] - 1;
  return true;
}
