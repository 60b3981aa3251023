/* SPDX-License-Identifier: Apache-2.0
 *
 * A prefix code of DEFLATE (RFC 1951, 3.2.2) as a table that the next bits of the text are looked up in.
 *
 * The table is as wide as most codes are long. The entry of a longer code points to a second table, which the
 * bits behind the first are looked up in. An entry says all that is to be known: how many bits the code has and
 * how many extra bits follow it, and the byte, the length or the distance that it stands for. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Bits 0..7: bits of the code and extra bits together; 8..11: bits of the code, or of the second table's index;
 * 12..15: flags; 16..31: the byte, the least length or distance, or where the second table begins. */
typedef uint32_t CodeEntry;

#define CODE_LITERAL  0x8000u
#define CODE_SPECIAL  0x4000u /* one of the next two, or no valid code */
#define CODE_SUBTABLE 0x2000u
#define CODE_END      0x1000u /* of the block */

typedef enum
{
  CODE_OF_LENGTHS,   /* 19 symbols: how the lengths of the other two codes are written */
  CODE_OF_TEXT,      /* 288 symbols: bytes, lengths of matches, the end of the block */
  CODE_OF_DISTANCES, /* 32 symbols */
} CodeKind;

/* Bits of the first table's index. */
#define CODE_LENGTHS_BITS   7
#define CODE_TEXT_BITS      11
#define CODE_DISTANCES_BITS 8

/* Entries of both tables at most: what zlib's examples/enough.c finds for 19, 288 and 32 symbols. */
#define CODE_LENGTHS_ENTRIES   128
#define CODE_TEXT_ENTRIES      2342
#define CODE_DISTANCES_ENTRIES 402

static inline unsigned
code_entry_total_bits (CodeEntry entry)
{
  return entry & 0xff;
}

static inline unsigned
code_entry_bits (CodeEntry entry)
{
  return entry >> 8 & 0xf;
}

static inline unsigned
code_entry_value (CodeEntry entry)
{
  return entry >> 16;
}

/* lengths: bits of each symbol's code, 0 (none) to 15. False: no code has such lengths. Codes that are not
 * complete are refused where zlib refuses them: all but the empty one, and one of a single bit. O(entries). */
bool code_table_build (CodeEntry *table, CodeKind kind, const uint8_t *lengths, unsigned n_symbols);
