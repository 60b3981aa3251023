/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/source/huffman_table.h"

#include <string.h>

#define SYMBOLS_MAX 288

static uint32_t
reverse (uint32_t code, unsigned length)
{
  uint32_t reversed = 0;

  for (unsigned i = 0; i < length; i++)
    reversed |= (code >> i & 1) << (length - 1 - i);
  return reversed;
}

static uint32_t
entry_of (uint32_t value, unsigned length)
{
  return value + (length << 8) + length;
}

/* Returns the width of the second table in which a code of this length is the first; left holds how many codes of each
 * length have not been placed. */
static unsigned
second_width (const uint16_t *left, unsigned width, unsigned length)
{
  unsigned second = length - width;
  int room = 1 << second;

  for (; second + width < HUFFMAN_LENGTH_MAX; second++, room *= 2)
    {
      room -= left[second + width];
      if (room <= 0)
        break;
    }
  return second;
}

/* Few codes are incomplete, and those that are allowed have one symbol. */
static bool
is_allowed (const uint16_t *n_of_length, size_t n_codes)
{
  int room = 1;

  for (unsigned length = 1; length <= HUFFMAN_LENGTH_MAX; length++)
    {
      room = room * 2 - n_of_length[length];
      if (room < 0)
        return false;
    }
  return room == 0 || n_codes == 0 || (n_codes == 1 && n_of_length[1] == 1);
}

bool
huffman_table_fill (uint32_t *table,
                    size_t n_max,
                    unsigned width,
                    const uint8_t *lengths,
                    size_t n,
                    const uint32_t *values)
{
  uint16_t n_of_length[HUFFMAN_LENGTH_MAX + 1] = { 0 }, next[HUFFMAN_LENGTH_MAX + 2] = { 0 };
  uint16_t symbols[SYMBOLS_MAX];
  size_t n_entries = (size_t) 1 << width, second_begin = 0;
  uint32_t code = 0, second_of = UINT32_MAX;
  unsigned second = 0;

  for (size_t i = 0; i < n; i++)
    n_of_length[lengths[i]]++;
  size_t n_codes = n - n_of_length[0];
  n_of_length[0] = 0;
  if (!is_allowed (n_of_length, n_codes))
    return false;
  for (unsigned length = 1; length <= HUFFMAN_LENGTH_MAX; length++)
    next[length + 1] = (uint16_t) (next[length] + n_of_length[length]);
  for (size_t i = 0; i < n; i++)
    if (lengths[i] > 0)
      symbols[next[lengths[i]]++] = (uint16_t) i;
  if (n_codes <= 1)
    for (size_t i = 0; i < n_entries; i++)
      table[i] = HUFFMAN_NONE | 1;

  unsigned length_before = 0;
  for (size_t i = 0; i < n_codes; i++, code++)
    {
      unsigned length = lengths[symbols[i]];

      code <<= length_before > 0 ? length - length_before : 0;
      length_before = length;
      uint32_t reversed = reverse (code, length), entry = entry_of (values[symbols[i]], length);
      if (length <= width)
        {
          for (size_t at = reversed; at < (size_t) 1 << width; at += (size_t) 1 << length)
            table[at] = entry;
          n_of_length[length]--;
          continue;
        }
      uint32_t first = reversed & ((1u << width) - 1);
      if (first != second_of)
        {
          second_of = first;
          second = second_width (n_of_length, width, length);
          second_begin = n_entries;
          n_entries += (size_t) 1 << second;
          if (n_entries > n_max)
            return false;
          table[first] = HUFFMAN_LINK | (uint32_t) second_begin << 16 | second << 8 | width;
        }
      n_of_length[length]--;
      for (size_t at = reversed >> width; at < (size_t) 1 << second; at += (size_t) 1 << (length - width))
        table[second_begin + at] = entry;
    }
  return true;
}
