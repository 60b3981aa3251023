/* SPDX-License-Identifier: Apache-2.0
 *
 * The wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), over bytes in memory that nobody
 * vouches for. There is no schema: the caller knows what the numbers of the fields mean.
 *
 *   ProtobufSpan span = { bytes, bytes + n };
 *   ProtobufField field;
 *   ProtobufState state;
 *   while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
 *     if (protobuf_is (&field, 3, PROTOBUF_BYTES))
 *       ... protobuf_inside (&field) ...
 *   if (state == PROTOBUF_DAMAGED)
 *     ...
 *
 * Nothing is copied or allocated. Every call takes time in proportion to the bytes it consumes, and a message is
 * consumed once. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* As the format counts them. */
typedef enum
{
  PROTOBUF_VARINT = 0,
  PROTOBUF_FIXED64 = 1,
  PROTOBUF_BYTES = 2, /* a message, a text, bytes or packed numbers */
  PROTOBUF_GROUP_BEGIN = 3,
  PROTOBUF_GROUP_END = 4,
  PROTOBUF_FIXED32 = 5,
} ProtobufWire;

#define PROTOBUF_NUMBER_MAX ((UINT32_C (1) << 29) - 1) /* of a field */
#define PROTOBUF_GROUPS_MAX 32                         /* one in another */

/* Bytes not consumed yet. */
typedef struct
{
  const uint8_t *at, *end;
} ProtobufSpan;

typedef struct
{
  uint32_t number; /* 1 .. PROTOBUF_NUMBER_MAX */
  ProtobufWire wire;
  uint64_t value;       /* of a number as it is stored; of bytes their count */
  const uint8_t *bytes; /* borrowed; NULL for numbers */
} ProtobufField;

typedef enum
{
  PROTOBUF_FIELD,
  PROTOBUF_END, /* all was consumed */
  PROTOBUF_DAMAGED, /* what follows is not a field, or is longer than the message; nothing more can be read from it */
} ProtobufState;

/* Takes the next field. Groups, which were withdrawn from the language, are passed over. */
static inline ProtobufState protobuf_next (ProtobufSpan *span, ProtobufField *ret_field);

/* Takes a number of up to 10 bytes; bits above 64 are dropped, as by Google's readers. Returns false at the end or when
 * it is longer. For packed numbers. */
static inline bool protobuf_take_varint (ProtobufSpan *span, uint64_t *ret_value);

/* Takes a tag. Returns false if it is none. */
bool protobuf_take_tag (ProtobufSpan *span, uint32_t *ret_number, ProtobufWire *ret_wire);

/* Returns whether the whole span can be read as a message: fields with numbers up to number_max that end where the span
 * ends. Does not look into them. */
bool protobuf_is_message (ProtobufSpan span, uint32_t number_max);

static inline bool
protobuf_is (const ProtobufField *field, uint32_t number, ProtobufWire wire)
{
  return field->number == number && field->wire == wire;
}

/* Returns the bytes of a field as a message, or as packed numbers. */
static inline ProtobufSpan
protobuf_inside (const ProtobufField *field)
{
  if (field->wire != PROTOBUF_BYTES)
    return (ProtobufSpan){ NULL, NULL };
  return (ProtobufSpan){ field->bytes, field->bytes + field->value };
}

/* Returns the bits of a field of fixed size as what they are by the schema. */
static inline double
protobuf_double (uint64_t value)
{
  double number;

  memcpy (&number, &value, sizeof number);
  return number;
}

static inline float
protobuf_float (uint64_t value)
{
  uint32_t bits = (uint32_t) value;
  float number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/* Returns the number of a field whose type is sint32 or sint64. */
static inline int64_t
protobuf_zigzag (uint64_t value)
{
  return (int64_t) (value >> 1 ^ (0 - (value & 1)));
}

/* ---- what follows is called for every field ---- */

const uint8_t *protobuf_long_varint (const uint8_t *at, const uint8_t *end, uint64_t *ret_value);
ProtobufState protobuf_next_rare (ProtobufSpan *span, ProtobufField *ret_field);

/* Reads a number; returns the place behind it, or NULL as protobuf_take_varint () returns false. Places are passed instead of a
 * span, and spans changed by their begin alone: a span that is written in halves and copied whole at once waits for both
 * to reach the cache, which took a quarter of the time of an import. */
static inline const uint8_t *
protobuf_varint (const uint8_t *at, const uint8_t *end, uint64_t *ret_value)
{
  /* Most numbers have one byte or two. */
  if (at < end && at[0] < 0x80)
    {
      *ret_value = at[0];
      return at + 1;
    }
  if (end - at >= 2 && at[1] < 0x80)
    {
      *ret_value = (at[0] & 0x7fu) | (uint64_t) at[1] << 7;
      return at + 2;
    }
  return protobuf_long_varint (at, end, ret_value);
}

static inline bool
protobuf_take_varint (ProtobufSpan *span, uint64_t *ret_value)
{
  const uint8_t *at = protobuf_varint (span->at, span->end, ret_value);

  if (at == NULL)
    return false;
  span->at = at;
  return true;
}

static inline ProtobufState
protobuf_next (ProtobufSpan *span, ProtobufField *ret_field)
{
  const uint8_t *at = span->at, *end = span->end;
  uint64_t value;

  if (at == end)
    return PROTOBUF_END;

  /* Fields 1 to 15 that are numbers or bytes. */
  uint8_t tag = *at++;
  if (tag >= 8 && tag < 0x80 && (tag & 5) == 0 && (at = protobuf_varint (at, end, &value)) != NULL)
    {
      ret_field->number = tag >> 3;
      ret_field->wire = (ProtobufWire) (tag & 7);
      ret_field->value = value;
      ret_field->bytes = NULL;
      if ((tag & 7) == PROTOBUF_BYTES)
        {
          if (value > (uint64_t) (end - at))
            return PROTOBUF_DAMAGED;
          ret_field->bytes = at;
          at += value;
        }
      span->at = at;
      return PROTOBUF_FIELD;
    }
  return protobuf_next_rare (span, ret_field);
}
