/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_sniff.h"

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/protobuf/protobuf_wire.h"

/* So many packets at the begin of the file are looked at. */
#define PACKETS_MAX 64

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

/* is_cut: the packet goes on behind the bytes. */
static Verdict
look_at_packet (ProtobufSpan span, bool is_cut)
{
  Verdict verdict = PACKET_MAYBE;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    {
      Verdict of_field = look_at_field (&field);

      if (of_field == PACKET_NO)
        return PACKET_NO;
      if (of_field == PACKET_SURE)
        verdict = PACKET_SURE;
    }
  return state == PROTOBUF_END || is_cut ? verdict : PACKET_NO;
}

bool
perfetto_sniff (const uint8_t *bytes, size_t n)
{
  ProtobufSpan span = { bytes, bytes + n };
  uint32_t number;
  ProtobufWire wire;
  uint64_t length;

  for (int i = 0; i < PACKETS_MAX && span.at < span.end; i++)
    {
      if (!protobuf_take_tag (&span, &number, &wire) || number != TRACE_PACKET || wire != PROTOBUF_BYTES
          || !protobuf_take_varint (&span, &length))
        return false;

      bool is_cut = length > (uint64_t) (span.end - span.at);
      ProtobufSpan packet = { span.at, is_cut ? span.end : span.at + length };
      switch (look_at_packet (packet, is_cut))
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
