/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/code_table.h"

#define BITS_MAX    15
#define SYMBOLS_MAX 288
#define INVALID     ((CodeEntry) (CODE_SPECIAL | 1u << 8 | 1u))

/* What a symbol stands for, as an entry without its code: RFC 1951, 3.2.5. */
static CodeEntry
meaning (CodeKind kind, unsigned symbol)
{
  static const uint16_t lengths[] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                      31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
  static const uint8_t length_bits[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
  static const uint16_t distances[] = { 1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                        33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                        1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577 };
  static const uint8_t distance_bits[] = { 0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                           6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13 };

  if (kind == CODE_OF_DISTANCES)
    return symbol < 30 ? (CodeEntry) distances[symbol] << 16 | distance_bits[symbol] : CODE_SPECIAL;
  if (kind == CODE_OF_LENGTHS || symbol < 256)
    return symbol << 16 | CODE_LITERAL;
  if (symbol == 256)
    return CODE_SPECIAL | CODE_END;
  return symbol < 286 ? (CodeEntry) lengths[symbol - 257] << 16 | length_bits[symbol - 257] : CODE_SPECIAL;
}

static CodeEntry
entry_of (CodeKind kind, unsigned symbol, unsigned n_bits)
{
  return (meaning (kind, symbol) + n_bits) | n_bits << 8;
}

/* Codes are written from their first bit on, but numbers are read from the last: the next code with its bits
 * in reverse. */
static unsigned
next_reversed (unsigned code, unsigned n_bits)
{
  unsigned bit = 1u << (n_bits - 1);

  while (code & bit)
    bit >>= 1;
  return bit == 0 ? 0 : (code & (bit - 1)) + bit;
}

/* Bits of the second table for all codes that share their first ones with the next code, of n_bits, given how
 * many codes of each length are still to come. */
static unsigned
subtable_bits (const unsigned left_of_length[BITS_MAX + 1], unsigned n_bits, unsigned main_bits)
{
  unsigned n_sub = n_bits - main_bits, n_covered = left_of_length[n_bits];

  while (n_covered < 1u << n_sub && main_bits + n_sub < BITS_MAX)
    {
      n_sub++;
      n_covered = 2 * n_covered + left_of_length[main_bits + n_sub];
    }
  return n_sub;
}

/* Symbols in the order of their codes. False: more codes than fit, or fewer than a complete code has. */
static bool
sort_symbols (CodeKind kind,
              const uint8_t *lengths,
              unsigned n_symbols,
              unsigned n_of_length[BITS_MAX + 1],
              uint16_t sorted[SYMBOLS_MAX],
              bool *ret_is_complete)
{
  unsigned first[BITS_MAX + 2] = { 0 };
  int left = 1;

  for (unsigned i = 0; i <= BITS_MAX; i++)
    n_of_length[i] = 0;
  for (unsigned i = 0; i < n_symbols; i++)
    n_of_length[lengths[i]]++;
  for (unsigned i = 1; i <= BITS_MAX; i++)
    {
      left = 2 * left - (int) n_of_length[i];
      if (left < 0)
        return false;
      first[i + 1] = first[i] + n_of_length[i];
    }

  unsigned n_codes = first[BITS_MAX + 1];
  *ret_is_complete = left == 0;
  if (left > 0 && n_codes > 0 && (kind == CODE_OF_LENGTHS || n_of_length[1] != n_codes))
    return false;
  for (unsigned i = 0; i < n_symbols; i++)
    if (lengths[i] != 0)
      sorted[first[lengths[i]]++] = (uint16_t) i;
  return true;
}

bool
code_table_build (CodeEntry *table, CodeKind kind, const uint8_t *lengths, unsigned n_symbols)
{
  const unsigned main_bits = kind == CODE_OF_LENGTHS ? CODE_LENGTHS_BITS
                             : kind == CODE_OF_TEXT  ? CODE_TEXT_BITS
                                                     : CODE_DISTANCES_BITS;
  const unsigned n_main = 1u << main_bits;
  unsigned left_of_length[BITS_MAX + 1];
  uint16_t sorted[SYMBOLS_MAX];
  bool is_complete;

  if (!sort_symbols (kind, lengths, n_symbols, left_of_length, sorted, &is_complete))
    return false;
  if (!is_complete)
    for (unsigned i = 0; i < n_main; i++)
      table[i] = INVALID;

  unsigned code = 0, i_symbol = 0;
  unsigned begin = 0, end = n_main, prefix = n_main; /* of the second table in work */
  for (unsigned n_bits = 1; n_bits <= BITS_MAX; n_bits++)
    for (; left_of_length[n_bits] > 0; left_of_length[n_bits]--)
      {
        CodeEntry entry =
          entry_of (kind, sorted[i_symbol++], n_bits > main_bits ? n_bits - main_bits : n_bits);

        if (n_bits <= main_bits)
          {
            for (unsigned i = code; i < n_main; i += 1u << n_bits)
              table[i] = entry;
          }
        else
          {
            /* Codes with the same first bits follow each other. */
            if ((code & (n_main - 1)) != prefix)
              {
                unsigned n_sub = subtable_bits (left_of_length, n_bits, main_bits);

                prefix = code & (n_main - 1);
                begin = end;
                end += 1u << n_sub;
                table[prefix] = begin << 16 | CODE_SPECIAL | CODE_SUBTABLE | n_sub << 8 | main_bits;
              }
            for (unsigned i = begin + (code >> main_bits); i < end; i += 1u << (n_bits - main_bits))
              table[i] = entry;
          }
        code = next_reversed (code, n_bits);
      }
  return true;
}
