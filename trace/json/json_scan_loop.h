/* SPDX-License-Identifier: Apache-2.0
 *
 * The loops of json_scan.h over blocks of 64 bytes. Each implementation includes this file and defines
 *
 *   static inline uint64_t string_stops (const char *at);          quotes, backslashes, control characters, not ASCII
 *   static inline void classify (const char *at, Block *block);
 *
 * Both may read 64 bytes from at on, even where the value is shorter. */

#pragma once

#include "trace/json/json_scan.h"

/* One bit per byte; the first byte is the lowest bit. */
typedef struct
{
  uint64_t quote;
  uint64_t bracket; /* []{} */
  uint64_t control; /* below the space */
  uint64_t never;   /* a backslash, or not ASCII */
  uint64_t outside; /* allowed outside strings: white space, digits, + , - . and the colon */
} Block;

/* Returns a word whose bit i is the exclusive or of bits 0 to i. */
static inline uint64_t
running_xor (uint64_t bits)
{
  for (int shift = 1; shift < 64; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

static inline uint64_t string_stops (const char *at);
static inline void classify (const char *at, Block *block);

static const char *
plain_string (const char *at)
{
  uint64_t stops;

  while ((stops = string_stops (at)) == 0)
    at += 64;
  return at + __builtin_ctzll (stops);
}

static const char *
plain_container (const char *at)
{
  uint64_t kinds = 0; /* one bit per open bracket, 1 for a brace; the innermost is the lowest */
  unsigned depth = 0;
  uint64_t in_string_before = 0; /* all bits set if the block begins inside a string */

  for (;; at += 64)
    {
      Block block;

      classify (at, &block);
      /* Set for each opening quote and the contents of its string. */
      uint64_t in_string = running_xor (block.quote) ^ in_string_before;
      uint64_t wrong = block.never | (block.control & in_string)
                       | ~(block.outside | block.bracket | block.quote | in_string);
      uint64_t brackets = block.bracket & ~in_string;

      /* Ignore brackets behind the first wrong byte. */
      if (wrong != 0)
        brackets &= (wrong & -wrong) - 1;
      for (; brackets != 0; brackets &= brackets - 1)
        {
          unsigned i = (unsigned) __builtin_ctzll (brackets);
          unsigned is_brace = (unsigned char) at[i] >> 5 & 1;

          if (at[i] & 4) /* closing: 5d and 7d; opening: 5b and 7b */
            {
              if ((kinds & 1) != is_brace)
                return NULL;
              kinds >>= 1;
              if (--depth == 0)
                return at + i + 1;
            }
          else
            {
              if (depth++ == 64)
                return NULL;
              kinds = kinds << 1 | is_brace;
            }
        }
      if (wrong != 0)
        return NULL;
      in_string_before = (uint64_t) ((int64_t) in_string >> 63);
    }
}
