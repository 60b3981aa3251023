/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables that decode the Huffman codes of DEFLATE (RFC 1951, 3.2.2), at most 15 bits long, in one look-up, or two where a
 * code is longer than the first table is wide.
 *
 * Codes are read from the lowest bit on. An entry holds, so that a decoder need not look anything else up:
 *
 *   bits 0-7    bits to take from the input: the code, and the extra bits behind it
 *   bits 8-12   bits of the code alone; in a link, the width of the second table
 *   bits 13-15  what it is: HUFFMAN_LINK, HUFFMAN_END or neither; both mark a code that does not exist
 *   bits 16-30  the value to which the extra bits are added; in a link, where the second table begins
 *   bit 31      HUFFMAN_LITERAL */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUFFMAN_LENGTH_MAX 15

#define HUFFMAN_LINK    (1u << 14)
#define HUFFMAN_END     (1u << 15)
#define HUFFMAN_SPECIAL (HUFFMAN_LINK | HUFFMAN_END)
#define HUFFMAN_NONE    HUFFMAN_SPECIAL
#define HUFFMAN_LITERAL (1u << 31)

/* Fills table, width bits wide, from the code lengths of n symbols (0 for a symbol without a code). values[i] is the entry
 * of symbol i without the code's length: its extra bits, kind and value. Returns false unless the code is complete; a code
 * with a single symbol, or with none, is complete as well. n is at most 288. n_max is how many entries the table has room
 * for; 2342 are enough for 288 symbols and a width of 11, 402 for 32 and 8, 128 for 19 and 7. */
bool huffman_table_fill (uint32_t *table,
                         size_t n_max,
                         unsigned width,
                         const uint8_t *lengths,
                         size_t n,
                         const uint32_t *values);

/* Returns the entry for the lowest bits. The bits may be too few: then the entry takes more bits than there are. */
static inline uint32_t
huffman_table_find (const uint32_t *table, unsigned width, uint64_t bits)
{
  uint32_t entry = table[bits & ((1u << width) - 1)];

  if ((entry & HUFFMAN_SPECIAL) == HUFFMAN_LINK)
    entry = table[((entry >> 16) & 0x7fff) + ((bits >> width) & ((1u << (entry >> 8 & 31)) - 1))];
  return entry;
}
