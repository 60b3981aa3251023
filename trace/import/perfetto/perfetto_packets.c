/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_packets.h"

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_track_event.h"
#include "trace/import/perfetto/perfetto_unpack.h"

/* After so many decompressed bytes it is asked whether the reading goes on. */
#define ASK_BYTES ((uint64_t) 4 << 20)

/* The fields of a packet. */
typedef struct
{
  bool has_timestamp, is_cleared, is_dropped;
  uint64_t timestamp;
  uint32_t clock_id, sequence, machine, flags;
  bool has_interned, has_defaults;
  ProtobufSpan interned, defaults;
  uint32_t number; /* of what it holds; 0 if nothing */
  ProtobufSpan data;
} Fields;

static void
read_number (Fields *fields, const ProtobufField *field)
{
  switch (field->number)
    {
    case PACKET_TIMESTAMP:
      fields->has_timestamp = true;
      fields->timestamp = field->value;
      break;
    case PACKET_CLOCK_ID:
      fields->clock_id = (uint32_t) field->value;
      break;
    case PACKET_SEQUENCE:
      fields->sequence = (uint32_t) field->value;
      break;
    case PACKET_SEQUENCE_FLAGS:
      fields->flags = (uint32_t) field->value;
      break;
    case PACKET_STATE_CLEARED:
      fields->is_cleared = field->value != 0;
      break;
    case PACKET_MACHINE:
      fields->machine = (uint32_t) field->value;
      break;
    case PACKET_DROPPED:
      fields->is_dropped = field->value != 0;
      break;
    default:
      break;
    }
}

static bool
read_fields (ProtobufSpan span, Fields *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Fields){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire != PROTOBUF_BYTES)
      read_number (ret, &field);
    else if (field.number == PACKET_INTERNED_DATA)
      {
        ret->has_interned = true;
        ret->interned = protobuf_inside (&field);
      }
    else if (field.number == PACKET_DEFAULTS)
      {
        ret->has_defaults = true;
        ret->defaults = protobuf_inside (&field);
      }
    else
      {
        ret->number = field.number;
        ret->data = protobuf_inside (&field);
      }
  ret->is_cleared = ret->is_cleared || ret->flags & SEQUENCE_STATE_CLEARED;
  return state == PROTOBUF_END;
}

static void
skip (PerfettoImport *import, HealthId why, int64_t offset)
{
  trace_builder_event_counts (import->builder)->skipped++;
  trace_builder_add_health (import->builder, why, 1, offset);
}

/* ---- state and time ---- */

/* Follows the state of the sequence. Returns whether the packet can be read. */
static bool
follow_state (PerfettoImport *import, PerfettoPacket *packet, const Fields *fields, bool is_new)
{
  PerfettoSequence *sequence = packet->sequence;

  /* A buffer that wrapped has lost the begin of a sequence; that is no loss of the recording that was asked for. */
  if (fields->is_dropped && !is_new)
    perfetto_note (import, HEALTH_PERFETTO_PACKETS_LOST, packet);
  if (fields->is_cleared)
    perfetto_sequences_renew (&import->sequences, sequence);
  else if (fields->is_dropped)
    perfetto_sequence_lose (sequence);
  if (fields->flags & SEQUENCE_NEEDS_STATE && sequence->state != SEQUENCE_VALID)
    return false;

  /* What is interned after a loss belongs to state that is not known. */
  if (sequence->state != SEQUENCE_LOST)
    {
      if (fields->has_defaults && !perfetto_read_defaults (import, packet, fields->defaults))
        perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
      if (fields->has_interned && !perfetto_read_interned (import, packet, fields->interned))
        perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
    }
  return true;
}

/* Returns whether what a packet holds needs its time. */
static bool
is_event (uint32_t number)
{
  return number == PACKET_TRACK_EVENT || number == PACKET_GPU_RENDER_STAGE_EVENT
         || number == PACKET_GPU_COUNTER_EVENT || number == PACKET_GPU_MEMORY_TOTAL;
}

/* Takes a time of a clock that perfetto_clocks_find () found. Returns false if it is none. */
static bool
take_time (PerfettoImport *import, PerfettoPacket *packet, const Fields *fields, uint32_t clock)
{
  switch (perfetto_clocks_convert (&import->clocks, clock, fields->timestamp, is_event (fields->number),
                                   &packet->time_ns))
    {
    case PERFETTO_TIME_INVALID:
      return false;
    case PERFETTO_TIME_APART:
      packet->is_apart = true;
      return true;
    case PERFETTO_TIME_UNRELATED:
      if (is_event (fields->number))
        perfetto_note (import, HEALTH_PERFETTO_CLOCK_UNKNOWN, packet);
      break;
    case PERFETTO_TIME_VALID:
      /* How far the clocks of machines are apart is not read. */
      if (fields->machine != 0 && is_event (fields->number))
        perfetto_note (import, HEALTH_PERFETTO_CLOCK_UNKNOWN, packet);
      break;
    }
  packet->has_time = true;
  return true;
}

/* Finds the time of the packet. Returns false if it has one that is none. */
static bool
find_time (PerfettoImport *import, PerfettoPacket *packet, const Fields *fields)
{
  PerfettoSequence *sequence = packet->sequence;
  uint32_t clock_id = fields->clock_id != 0 ? fields->clock_id : sequence->clock_id;
  uint32_t clock = 0;

  if (!fields->has_timestamp)
    return true;
  if (clock_id != 0 && clock_id == sequence->cached_clock_id && sequence->cached_clock > 0)
    clock = sequence->cached_clock;
  else if (clock_id != 0)
    {
      clock = perfetto_clocks_find (&import->clocks, perfetto_sequence_clocks (sequence), clock_id);
      if (clock == PERFETTO_CLOCK_NONE)
        {
          trace_builder_set_failed (import->builder);
          return false;
        }
      sequence->cached_clock_id = clock_id;
      sequence->cached_clock = clock;
    }
  return take_time (import, packet, fields, clock);
}

/* ---- data ---- */

static void
take_snapshot (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span, bool *ret_ok)
{
  bool failed;

  *ret_ok = perfetto_clocks_add (&import->clocks, perfetto_sequence_clocks (packet->sequence), span, &failed);
  if (failed)
    trace_builder_set_failed (import->builder);
}

static bool
take_thread (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span)
{
  PerfettoSequence *sequence = packet->sequence;
  ProtobufSpan rest = span;
  ProtobufField field;
  int64_t ns;

  if (!perfetto_tracks_describe_thread (&import->tracks, span, &sequence->pid, &sequence->tid))
    return false;
  sequence->has_thread = true;
  while (protobuf_next (&rest, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, THREAD_REFERENCE_US, PROTOBUF_VARINT)
        && !__builtin_mul_overflow ((int64_t) field.value, INT64_C (1000), &ns) && ns >= 0
        && ns <= TRACE_TIME_MAX_NS)
      {
        sequence->has_reference = true;
        sequence->reference_ns = ns;
      }
  return true;
}

/* Reads what the packet holds. Returns false, with a reason, if it is skipped. */
static bool
take_data (PerfettoImport *import, PerfettoPacket *packet, const Fields *fields, HealthId *ret_why)
{
  bool ok = true;

  *ret_why = HEALTH_PERFETTO_PACKET_DAMAGED;
  switch (fields->number)
    {
    case PACKET_TRACK_EVENT:
      return perfetto_read_track_event (import, packet, fields->data, ret_why);
    case PACKET_TRACK_DESCRIPTOR:
      return perfetto_tracks_describe (&import->tracks, fields->data);
    case PACKET_CLOCK_SNAPSHOT:
      take_snapshot (import, packet, fields->data, &ok);
      return ok;
    case PACKET_PROCESS_TREE:
      return perfetto_read_process_tree (import, fields->data);
    case PACKET_PROCESS_DESCRIPTOR:
      return perfetto_tracks_describe_process (&import->tracks, fields->data);
    case PACKET_THREAD_DESCRIPTOR:
      return take_thread (import, packet, fields->data);
    case PACKET_GPU_RENDER_STAGE_EVENT:
      return perfetto_read_gpu_stage (import, packet, fields->data, ret_why);
    case PACKET_GPU_COUNTER_EVENT:
      return perfetto_read_gpu_counters (import, packet, fields->data, ret_why);
    case PACKET_GPU_MEMORY_TOTAL:
      return perfetto_read_gpu_memory (import, packet, fields->data, ret_why);
    case PACKET_GPU_INFO:
      return perfetto_read_gpu_info (import, fields->data);
    case PACKET_SERVICE_EVENT:
      return perfetto_read_service_event (import, packet, fields->data);
    case PACKET_SYSTEM_INFO:
      return perfetto_read_system_info (import, fields->data);
    case PACKET_SYNCHRONIZATION_MARKER:
    case PACKET_TRACE_UUID:
    case 0:
      return true;
    default:
      perfetto_kinds_count (&import->kinds, fields->number);
      perfetto_note (import, HEALTH_PERFETTO_KIND_NOT_SHOWN, packet);
      return true;
    }
}

/* Returns how many events there were so far: a packet may hold a slice and ends of arrows, or several values. */
static uint64_t
count_events (const PerfettoImport *import)
{
  const EventCounts *events = trace_builder_event_counts (import->builder);

  return import->slices.n_events + import->n_not_shown + events->instants + events->counters + events->flows;
}

/* ---- packets ---- */

static void take (PerfettoImport *import, ProtobufSpan span, int64_t offset, bool is_packed);

/* Counts decompressed bytes. Returns whether the reading goes on. */
static bool
goes_on (PerfettoReading *reading, uint64_t n)
{
  reading->n_bytes += n;
  if (reading->error == NULL && reading->n_bytes >= ASK_BYTES && reading->keeps_on != NULL)
    {
      reading->n_bytes = 0;
      reading->keeps_on (reading->user_data, &reading->error);
    }
  return reading->error == NULL;
}

/* Decompresses within the limits. */
static PerfettoUnpacked
unpack (PerfettoReading *reading, const Fields *fields)
{
  reading->n_packed_bytes += (uint64_t) (fields->data.end - fields->data.at);
  uint64_t max = PERFETTO_UNPACKED_BYTES_MIN + PERFETTO_UNPACKED_RATIO_MAX * reading->n_packed_bytes;
  uint64_t left = max > reading->n_unpacked_bytes ? max - reading->n_unpacked_bytes : 0;
  PerfettoUnpacked unpacked = perfetto_unpack (fields->data, fields->number == PACKET_ZSTD_COMPRESSED,
                                               (size_t) MIN (left, PERFETTO_PACKED_BYTES_MAX));

  reading->n_unpacked_bytes += unpacked.bytes.n;
  return unpacked;
}

/* Takes the packets of a packet. */
static void
take_packed (PerfettoImport *import, const Fields *fields, int64_t offset, bool is_packed)
{
  /* No writer compresses what is compressed. */
  PerfettoUnpacked unpacked =
    is_packed ? (PerfettoUnpacked){ .is_damaged = true } : unpack (&import->reading, fields);
  ProtobufSpan span = { unpacked.bytes.at, unpacked.bytes.at + unpacked.bytes.n };
  const uint8_t *before = span.at;
  ProtobufField field;
  ProtobufState state = PROTOBUF_END;

  while (goes_on (&import->reading, (uint64_t) (span.at - before)) && !trace_builder_failed (import->builder))
    {
      before = span.at;
      state = protobuf_next (&span, &field);
      if (state != PROTOBUF_FIELD)
        break;
      if (protobuf_is (&field, TRACE_PACKET, PROTOBUF_BYTES))
        take (import, protobuf_inside (&field), offset, true);
    }
  if (unpacked.failed)
    trace_builder_set_failed (import->builder);
  else if (unpacked.is_damaged || state == PROTOBUF_DAMAGED)
    trace_builder_add_health (import->builder, HEALTH_PERFETTO_PACKED_DAMAGED, 1, offset);
  u8_column_clear (&unpacked.bytes);
}

static void
take (PerfettoImport *import, ProtobufSpan span, int64_t offset, bool is_packed)
{
  PerfettoPacket packet = { .offset = offset };
  HealthId why;
  Fields fields;
  bool is_new;

  if (!read_fields (span, &fields))
    {
      skip (import, HEALTH_PERFETTO_PACKET_DAMAGED, offset);
      return;
    }
  if (fields.number == PACKET_COMPRESSED || fields.number == PACKET_ZSTD_COMPRESSED)
    {
      take_packed (import, &fields, offset, is_packed);
      return;
    }
  packet.sequence =
    perfetto_sequences_get (&import->sequences, (uint64_t) fields.machine << 32 | fields.sequence, &is_new);
  if (packet.sequence == NULL)
    {
      trace_builder_set_failed (import->builder);
      return;
    }

  import->tracks.machine = fields.machine;
  uint64_t n_before = count_events (import);
  if (!follow_state (import, &packet, &fields, is_new))
    skip (import, HEALTH_PERFETTO_STATE_MISSING, offset);
  else if (!find_time (import, &packet, &fields))
    skip (import, HEALTH_EVENT_TIME_INVALID, offset);
  else if (!take_data (import, &packet, &fields, &why))
    skip (import, why == HEALTH_EVENT_TIME_INVALID && packet.is_apart ? HEALTH_PERFETTO_CLOCK_APART : why,
          offset);
  else if (count_events (import) == n_before)
    trace_builder_event_counts (import->builder)->total++; /* what describes others */
  trace_builder_event_counts (import->builder)->total += count_events (import) - n_before;
}

void
perfetto_packet_take (PerfettoImport *import, ProtobufSpan packet, int64_t offset)
{
  take (import, packet, offset, false);
}
