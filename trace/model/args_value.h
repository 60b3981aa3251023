/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes one value of an entry of arguments; trace/model/args.h describes the form.
 *
 * The caller makes room: ARGS_VALUE_BYTES, and for ARGS_RAW and ARGS_QUOTED also the length of the text that
 * follows. */

#pragma once

#include <stdint.h>

typedef enum
{
  ARGS_RAW,
  ARGS_NATURAL,
  ARGS_NEGATIVE,
  ARGS_STRING,
  ARGS_TEXT,
  ARGS_LITERAL,
  ARGS_QUOTED,
} ArgsType;

#define ARGS_SMALL_MAX    31u
#define ARGS_HEADER_BYTES 4
#define ARGS_VALUE_BYTES  11 /* largest size of a tag and its number */

/* Up to this length, a text takes less room inline than in the string table. */
#define ARGS_INLINE_MAX 8

/* Writes the tag and its number. Returns the place behind them. */
static inline uint8_t *
args_value_put (uint8_t *at, ArgsType type, uint64_t number)
{
  if (number < ARGS_SMALL_MAX)
    {
      *at++ = (uint8_t) (type | number << 3);
      return at;
    }
  *at++ = (uint8_t) (type | ARGS_SMALL_MAX << 3);
  for (number -= ARGS_SMALL_MAX; number >= 0x80; number >>= 7)
    *at++ = (uint8_t) (number | 0x80);
  *at++ = (uint8_t) number;
  return at;
}

static inline uint8_t *
args_value_put_integer (uint8_t *at, int64_t value)
{
  if (value >= 0)
    return args_value_put (at, ARGS_NATURAL, (uint64_t) value);
  return args_value_put (at, ARGS_NEGATIVE, (uint64_t) - (value + 1));
}

/* A number that is not known yet takes six bytes. The last five, a LEB128 with leading zeros, are set later; they have
 * room for any number from ARGS_SMALL_MAX on. */
#define ARGS_WIDE_BYTES 6

static inline void
args_value_set_wide (uint8_t *at, uint32_t number)
{
  uint32_t rest = number - ARGS_SMALL_MAX;

  for (int i = 1; i < ARGS_WIDE_BYTES - 1; i++, rest >>= 7)
    at[i] = (uint8_t) (rest | 0x80);
  at[ARGS_WIDE_BYTES - 1] = (uint8_t) rest;
}

static inline uint8_t *
args_value_put_wide (uint8_t *at, ArgsType type)
{
  *at = (uint8_t) (type | ARGS_SMALL_MAX << 3);
  args_value_set_wide (at, ARGS_SMALL_MAX);
  return at + ARGS_WIDE_BYTES;
}

/* Writes the header of an entry: the node of its key path. */
static inline void
args_header_set (uint8_t *at, uint32_t node)
{
  for (unsigned i = 0; i < ARGS_HEADER_BYTES; i++)
    at[i] = (uint8_t) (node >> (8 * i));
}

static inline uint32_t
args_header_get (const uint8_t *at)
{
  uint32_t node = 0;

  for (unsigned i = 0; i < ARGS_HEADER_BYTES; i++)
    node |= (uint32_t) at[i] << (8 * i);
  return node;
}
