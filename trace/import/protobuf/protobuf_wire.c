/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/protobuf/protobuf_wire.h"

#define VARINT_BYTES_MAX 10

/* Joins the low seven bits of eight bytes. */
static uint64_t
join_sevens (uint64_t bytes)
{
  bytes = (bytes & UINT64_C (0x007f007f007f007f)) | (bytes & UINT64_C (0x7f007f007f007f00)) >> 1;
  bytes = (bytes & UINT64_C (0x00003fff00003fff)) | (bytes & UINT64_C (0x3fff00003fff0000)) >> 2;
  return (bytes & UINT64_C (0x000000000fffffff)) | (bytes & UINT64_C (0x0fffffff00000000)) >> 4;
}

const uint8_t *
protobuf_long_varint (const uint8_t *at, const uint8_t *end, uint64_t *ret_value)
{
  uint64_t value = 0, eight;

  if (end - at >= (ptrdiff_t) sizeof eight)
    {
      memcpy (&eight, at, sizeof eight);
      uint64_t last = ~eight & UINT64_C (0x8080808080808080);
      if (last != 0)
        {
          /* All up to the first byte that ends a number. */
          *ret_value = join_sevens (eight & (last ^ (last - 1)));
          return at + __builtin_ctzll (last) / 8 + 1;
        }
    }
  for (unsigned shift = 0; shift < 7 * VARINT_BYTES_MAX; shift += 7)
    {
      if (at == end)
        return NULL;
      uint8_t byte = *at++;
      value |= (uint64_t) (byte & 0x7f) << shift;
      if (byte < 0x80)
        {
          *ret_value = value;
          return at;
        }
    }
  return NULL;
}

bool
protobuf_take_tag (ProtobufSpan *span, uint32_t *ret_number, ProtobufWire *ret_wire)
{
  uint64_t tag;

  if (!protobuf_take_varint (span, &tag) || tag >> 3 == 0 || tag >> 3 > PROTOBUF_NUMBER_MAX
      || (tag & 7) > PROTOBUF_FIXED32)
    return false;
  *ret_number = (uint32_t) (tag >> 3);
  *ret_wire = (ProtobufWire) (tag & 7);
  return true;
}

static bool
take_fixed (ProtobufSpan *span, size_t n, uint64_t *ret_value)
{
  *ret_value = 0;
  if ((size_t) (span->end - span->at) < n)
    return false;
  memcpy (ret_value, span->at, n); /* little-endian hosts only */
  span->at += n;
  return true;
}

/* Takes what follows the tag of a field that is no group. */
static bool
take_value (ProtobufSpan *span, ProtobufField *field)
{
  field->bytes = NULL;
  switch (field->wire)
    {
    case PROTOBUF_VARINT:
      return protobuf_take_varint (span, &field->value);
    case PROTOBUF_FIXED64:
      return take_fixed (span, 8, &field->value);
    case PROTOBUF_FIXED32:
      return take_fixed (span, 4, &field->value);
    case PROTOBUF_BYTES:
      if (!protobuf_take_varint (span, &field->value) || field->value > (uint64_t) (span->end - span->at))
        return false;
      field->bytes = span->at;
      span->at += field->value;
      return true;
    case PROTOBUF_GROUP_BEGIN:
    case PROTOBUF_GROUP_END:
      break;
    }
  return false;
}

/* Takes the rest of a group whose begin was taken. */
static bool
pass_group (ProtobufSpan *span, uint32_t number)
{
  uint32_t open[PROTOBUF_GROUPS_MAX] = { number };
  unsigned depth = 1;

  while (depth > 0)
    {
      ProtobufField field;

      if (!protobuf_take_tag (span, &field.number, &field.wire))
        return false;
      if (field.wire == PROTOBUF_GROUP_BEGIN)
        {
          if (depth == PROTOBUF_GROUPS_MAX)
            return false;
          open[depth++] = field.number;
        }
      else if (field.wire == PROTOBUF_GROUP_END)
        {
          if (open[--depth] != field.number)
            return false;
        }
      else if (!take_value (span, &field))
        return false;
    }
  return true;
}

ProtobufState
protobuf_next_rare (ProtobufSpan *span, ProtobufField *ret_field)
{
  while (span->at < span->end)
    {
      if (!protobuf_take_tag (span, &ret_field->number, &ret_field->wire))
        return PROTOBUF_DAMAGED;
      if (ret_field->wire == PROTOBUF_GROUP_BEGIN)
        {
          if (!pass_group (span, ret_field->number))
            return PROTOBUF_DAMAGED;
          continue;
        }
      return take_value (span, ret_field) ? PROTOBUF_FIELD : PROTOBUF_DAMAGED;
    }
  return PROTOBUF_END;
}

bool
protobuf_is_message (ProtobufSpan span, uint32_t number_max)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.number > number_max)
      return false;
  return state == PROTOBUF_END;
}
