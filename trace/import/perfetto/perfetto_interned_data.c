/* SPDX-License-Identifier: Apache-2.0
 *
 * What packets intern, and the defaults that they set, for later packets of their sequence. */

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_import.h"

/* Reads an entry: its id, and its text if it has one in field 2. */
static bool
read_entry (PerfettoImport *import, ProtobufSpan span, uint64_t *ret_iid, uint32_t *ret_text)
{
  ProtobufField field;
  ProtobufState state;

  *ret_iid = 0;
  *ret_text = STRING_EMPTY;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, INTERNED_IID, PROTOBUF_VARINT))
      *ret_iid = field.value;
    else if (protobuf_is (&field, INTERNED_TEXT, PROTOBUF_BYTES))
      *ret_text = perfetto_string (import, &field);
  return state == PROTOBUF_END;
}

static bool
read_pid (ProtobufSpan span, uint32_t *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = 0;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GRAPHICS_CONTEXT_PID, PROTOBUF_VARINT))
      *ret = (uint32_t) field.value;
  return state == PROTOBUF_END;
}

static bool
intern (PerfettoImport *import, PerfettoPacket *packet, const ProtobufField *field)
{
  ProtobufSpan span = protobuf_inside (field);
  uint32_t value;
  uint64_t iid;

  if (!read_entry (import, span, &iid, &value))
    return false;
  switch (field->number)
    {
    case INTERNED_CATEGORIES:
    case INTERNED_EVENT_NAMES:
    case INTERNED_ANNOTATION_NAMES:
    case INTERNED_ANNOTATION_STRINGS:
    case INTERNED_CORRELATIONS:
    case INTERNED_COMPUTE_ARGS:
      break;
    case INTERNED_GRAPHICS_CONTEXTS:
      if (!read_pid (span, &value))
        return false;
      break;
    case INTERNED_GPU_SPECIFICATIONS:
      if (!perfetto_intern_gpu_specification (import, span, &value))
        return false;
      break;
    case INTERNED_COMPUTE_KERNELS:
      if (!perfetto_intern_gpu_kernel (import, span, &value))
        return false;
      break;
    case INTERNED_GPU_COUNTERS:
      return perfetto_intern_gpu_counters (import, packet, span);
    default:
      return true;
    }
  if (!perfetto_interned_set (&packet->sequence->interned, (uint16_t) field->number, iid, value))
    trace_builder_set_failed (import->builder);
  return true;
}

static bool
is_read (uint32_t number)
{
  switch (number)
    {
    case INTERNED_CATEGORIES:
    case INTERNED_EVENT_NAMES:
    case INTERNED_ANNOTATION_NAMES:
    case INTERNED_ANNOTATION_STRINGS:
    case INTERNED_CORRELATIONS:
    case INTERNED_COMPUTE_ARGS:
    case INTERNED_GRAPHICS_CONTEXTS:
    case INTERNED_GPU_SPECIFICATIONS:
    case INTERNED_COMPUTE_KERNELS:
    case INTERNED_GPU_COUNTERS:
      return true;
    default:
      return false;
    }
}

bool
perfetto_read_interned (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire == PROTOBUF_BYTES && is_read (field.number) && !intern (import, packet, &field))
      return false;
  return state == PROTOBUF_END;
}

/* ---- defaults ---- */

static bool
read_event_defaults (PerfettoImport *import, PerfettoSequence *sequence, ProtobufSpan span)
{
  PerfettoExtras extras = { 0 };
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, EVENT_TRACK_UUID, PROTOBUF_VARINT))
      {
        sequence->has_track = true;
        sequence->track_uuid = field.value;
      }
    else if (field.number == EVENT_EXTRA_TRACKS)
      perfetto_extra_tracks_add (&extras.whole, &field);
    else if (field.number == EVENT_EXTRA_DOUBLE_TRACKS)
      perfetto_extra_tracks_add (&extras.fractional, &field);
  if (extras.whole.n == 0 && extras.fractional.n == 0)
    return state == PROTOBUF_END;
  if (perfetto_extras_column_push (&import->sequences.extras, extras))
    sequence->extra_tracks = (uint32_t) import->sequences.extras.n;
  else
    trace_builder_set_failed (import->builder);
  return state == PROTOBUF_END;
}

bool
perfetto_read_defaults (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span)
{
  PerfettoSequence *sequence = packet->sequence;
  ProtobufField field;
  ProtobufState state;

  /* Defaults replace those before as a whole. */
  sequence->has_track = false;
  sequence->clock_id = 0;
  sequence->extra_tracks = 0;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, DEFAULTS_CLOCK_ID, PROTOBUF_VARINT))
      sequence->clock_id = (uint32_t) field.value;
    else if (protobuf_is (&field, DEFAULTS_TRACK_EVENT, PROTOBUF_BYTES)
             && !read_event_defaults (import, sequence, protobuf_inside (&field)))
      return false;
  return state == PROTOBUF_END;
}
