/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_sniff.h"

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/protobuf/protobuf_wire.h"

typedef enum
{
  PACKET_NO,    /* it is none */
  PACKET_MAYBE, /* nothing speaks against it */
  PACKET_SURE,
} Verdict;

/* Looks at a field of a packet. Those of XPlane are 1 (a number), 2 (a text), 3 to 6 (messages): a TracePacket has messages
 * as 1, 2, 4, 5 and 6, and a number as 3. */
static Verdict
look_at_field (const ProtobufField *field)
{
  switch (field->number)
    {
    case 1: /* ftrace_events */
      return field->wire == PROTOBUF_BYTES && protobuf_is_message (protobuf_inside (field), PACKET_FIELD_MAX)
               ? PACKET_MAYBE
               : PACKET_NO;
    case PACKET_PROCESS_TREE: /* and an XPlane's name */
      return field->wire == PROTOBUF_BYTES ? PACKET_MAYBE : PACKET_NO;
    case PACKET_TRUSTED_UID: /* and an XPlane's lines */
      return field->wire == PROTOBUF_VARINT ? PACKET_MAYBE : PACKET_NO;
    case PACKET_TIMESTAMP:
    case PACKET_SEQUENCE:
    case PACKET_CLOCK_ID:
    case PACKET_SEQUENCE_FLAGS:
    case PACKET_TRUSTED_PID:
    case PACKET_FIRST_ON_SEQUENCE:
    case PACKET_STATE_CLEARED:
    case PACKET_DROPPED:
      return field->wire == PROTOBUF_VARINT ? PACKET_SURE : PACKET_NO;
    case PACKET_TRACK_EVENT:
    case PACKET_INTERNED_DATA:
    case PACKET_SYNCHRONIZATION_MARKER:
    case PACKET_COMPRESSED:
    case PACKET_DEFAULTS:
    case PACKET_TRACK_DESCRIPTOR:
    case PACKET_ZSTD_COMPRESSED:
    case PACKET_TRACE_UUID:
      return field->wire == PROTOBUF_BYTES ? PACKET_SURE : PACKET_NO;
    default:
      return field->number <= PACKET_FIELD_MAX ? PACKET_MAYBE : PACKET_NO;
    }
}

/* Of a field that goes on behind the bytes its number and its type count, if it has a length that is no text and ends within
 * the packet. n_missing: bytes of the packet that are not there. */
static Verdict
look_at_cut_field (ProtobufSpan span, uint64_t n_missing)
{
  ProtobufField field = { 0 };

  if (!protobuf_take_tag (&span, &field.number, &field.wire) || field.wire != PROTOBUF_BYTES || field.number == 1
      || !protobuf_take_varint (&span, &field.value) || field.value < 0x80)
    return PACKET_MAYBE;
  return field.value <= (uint64_t) (span.end - span.at) + n_missing ? look_at_field (&field) : PACKET_NO;
}

static Verdict
look_at_packet (ProtobufSpan span, uint64_t n_missing)
{
  Verdict verdict = PACKET_MAYBE;
  ProtobufSpan rest = span;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    {
      Verdict of_field = look_at_field (&field);

      if (of_field == PACKET_NO)
        return PACKET_NO;
      if (of_field == PACKET_SURE)
        verdict = PACKET_SURE;
      rest = span;
    }
  if (state == PROTOBUF_END)
    return verdict;
  if (n_missing == 0)
    return PACKET_NO;
  return verdict == PACKET_SURE ? verdict : look_at_cut_field (rest, n_missing);
}

bool
perfetto_sniff (const uint8_t *bytes, size_t n)
{
  ProtobufSpan span = { bytes, bytes + n };
  uint32_t number;
  ProtobufWire wire;
  uint64_t length;

  while (span.at < span.end)
    {
      if (!protobuf_take_tag (&span, &number, &wire) || number != TRACE_PACKET || wire != PROTOBUF_BYTES
          || !protobuf_take_varint (&span, &length))
        return false;

      uint64_t n_there = (uint64_t) (span.end - span.at);
      ProtobufSpan packet = { span.at, length > n_there ? span.end : span.at + length };
      switch (look_at_packet (packet, length > n_there ? length - n_there : 0))
        {
        case PACKET_NO:
          return false;
        case PACKET_SURE:
          return true;
        case PACKET_MAYBE:
          break;
        }
      span.at = packet.end;
    }
  return false;
}
