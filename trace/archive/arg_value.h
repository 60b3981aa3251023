/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of an entry of arguments as the archive stores them: a kind and one number. trace/model/args.h
 * describes their bytes in a native file. */

#pragma once

#include <string.h>

#include "trace/archive/byte_reader.h"

/* The types of trace/model/args.h. */
enum
{
  ARG_RAW,
  ARG_NATURAL,
  ARG_NEGATIVE,
  ARG_STRING,
  ARG_TEXT,
  ARG_LITERAL,
  ARG_QUOTED,
  N_ARG_TYPES
};

#define ARG_SMALL_MAX    31u
#define ARG_HEADER_BYTES 4

/* The kinds of values: the types of trace/model/args.h, except that integers of either sign are one kind, so
 * that their differences stay in one column. */
typedef enum
{
  ARG_KIND_RAW = ARG_RAW, /* the number is the index of a text of the block; also for QUOTED */
  ARG_KIND_INTEGER = ARG_NATURAL,
  ARG_KIND_BELOW_INT64 = ARG_NEGATIVE, /* the number is -(integer + 1) */
  ARG_KIND_STRING = ARG_STRING,
  ARG_KIND_TEXT = ARG_TEXT,
  ARG_KIND_LITERAL = ARG_LITERAL,
  ARG_KIND_QUOTED = ARG_QUOTED,
  ARG_KIND_ABOVE_INT64,
  N_ARG_KINDS
} ArgKind;

static inline bool
arg_kind_is_text (ArgKind kind)
{
  return kind == ARG_KIND_RAW || kind == ARG_KIND_QUOTED;
}

typedef struct
{
  ArgKind kind;
  uint64_t number;     /* for texts, the length */
  const uint8_t *text; /* NULL if the value is not a text */
} ArgValue;

/* Reads the node of the key path, with which an entry begins. */
static inline uint32_t
arg_value_read_node (ByteReader *reader)
{
  const uint8_t *bytes = byte_reader_take (reader, ARG_HEADER_BYTES);
  uint32_t node = 0;

  if (bytes != NULL)
    memcpy (&node, bytes, sizeof node);
  return node;
}

/* Returns false if there is no valid value. */
static inline bool
arg_value_read (ByteReader *reader, ArgValue *value)
{
  uint8_t tag = byte_reader_u8 (reader);
  unsigned type = tag & 7;
  uint64_t number = tag >> 3;

  if (number == ARG_SMALL_MAX && __builtin_add_overflow (byte_reader_varint (reader), number, &number))
    return false;
  *value = (ArgValue){ .kind = (ArgKind) type, .number = number };
  if (type == ARG_RAW || type == ARG_QUOTED)
    value->text = byte_reader_take (reader, number);
  else if (type == ARG_NATURAL && number > INT64_MAX)
    value->kind = ARG_KIND_ABOVE_INT64;
  else if (type == ARG_NEGATIVE && number <= INT64_MAX)
    *value = (ArgValue){ .kind = ARG_KIND_INTEGER, .number = ~number };
  return type < N_ARG_TYPES && !reader->is_damaged;
}

/* The most bytes that a value takes, in addition to those of a text. */
#define ARG_VALUE_MAX_BYTES 11

/* Writes a value so that arg_value_read () can read it, and returns the end. at has room for
 * ARG_VALUE_MAX_BYTES and the text. */
static inline uint8_t *
arg_value_write (uint8_t *at, const ArgValue *value)
{
  unsigned type = (unsigned) value->kind;
  uint64_t number = value->number;

  if (value->kind == ARG_KIND_ABOVE_INT64)
    {
      type = ARG_NATURAL;
    }
  else if (value->kind == ARG_KIND_INTEGER && number > INT64_MAX)
    {
      type = ARG_NEGATIVE;
      number = ~number;
    }
  if (number < ARG_SMALL_MAX)
    {
      *at++ = (uint8_t) (type | number << 3);
    }
  else
    {
      *at++ = (uint8_t) (type | ARG_SMALL_MAX << 3);
      for (number -= ARG_SMALL_MAX; number >= 0x80; number >>= 7)
        *at++ = (uint8_t) (number | 0x80);
      *at++ = (uint8_t) number;
    }
  if (value->text != NULL && value->number > 0)
    {
      memcpy (at, value->text, value->number);
      at += value->number;
    }
  return at;
}

/* Returns the number of bytes that arg_value_write () writes. The value that was read may have been longer:
 * its number may have had leading zeros. */
static inline uint64_t
arg_value_size (const ArgValue *value)
{
  uint8_t head[ARG_VALUE_MAX_BYTES];
  const ArgValue number = { .kind = value->kind, .number = value->number };

  return (uint64_t) (arg_value_write (head, &number) - head) + (value->text != NULL ? value->number : 0);
}
