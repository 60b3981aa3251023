/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_track_event.h"

#include <stddef.h>
#include <string.h>

#include "trace/import/perfetto/perfetto_annotations.h"
#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/model/rocm_operation.h"

/* Of several categories that are joined, so many bytes are kept. */
#define CATEGORY_BYTES_MAX 512

/* ---- fields ---- */

/* The first category whose kind is known decides the kind; a further one is joined to those before, as the writer's
 * library does. */
static void
take_category (PerfettoImport *import, PerfettoEvent *event, uint32_t text)
{
  const PerfettoShownCategory *category = perfetto_show_category (import, text);
  const StringTable *strings = trace_builder_strings (import->builder);
  char joined[2 * CATEGORY_BYTES_MAX];
  size_t n_first, n_second;

  if (event->kind == SLICE_OTHER)
    event->kind = category->kind;
  if (event->category == STRING_EMPTY)
    {
      event->category = category->shown;
      return;
    }
  const char *first = string_table_get (strings, event->category, &n_first);
  const char *second = string_table_get (strings, category->shown, &n_second);
  if (n_first >= CATEGORY_BYTES_MAX || n_second >= CATEGORY_BYTES_MAX)
    return;
  memcpy (joined, first, n_first);
  joined[n_first] = ',';
  memcpy (joined + n_first + 1, second, n_second);
  event->category = trace_builder_string (import->builder, joined, n_first + 1 + n_second);
}

static bool
read_gpu_correlation (PerfettoImport *import, PerfettoEvent *event, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  event->gpu = span;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_CORRELATION_SUBMITTED, PROTOBUF_VARINT))
      {
        /* A call that launches a graph submits several. */
        if (event->has_submission)
          perfetto_flows_add_submission (&import->flows, field.value, event->submission);
        else
          event->submission = field.value;
        event->has_submission = true;
      }
    else if (protobuf_is (&field, GPU_CORRELATION_AWAITED, PROTOBUF_VARINT))
      event->has_wait = true;
  return state == PROTOBUF_END;
}

static bool
read_bytes_field (PerfettoImport *import, PerfettoEvent *event, const ProtobufField *field)
{
  switch (field->number)
    {
    case EVENT_CATEGORIES:
      take_category (import, event, perfetto_string (import, field));
      return true;
    case EVENT_NAME:
      event->name = perfetto_string (import, field);
      return true;
    case EVENT_DEBUG_ANNOTATIONS:
      if (event->n_annotations < PERFETTO_ANNOTATIONS_MAX)
        event->annotations[event->n_annotations] = protobuf_inside (field);
      event->n_annotations++;
      return true;
    case EVENT_LEGACY:
      event->has_legacy = true;
      event->legacy = protobuf_inside (field);
      return true;
    case EVENT_GPU_CORRELATION:
      return read_gpu_correlation (import, event, protobuf_inside (field));
    case EVENT_FLOWS:
    case EVENT_ENDING_FLOWS:
    case EVENT_FLOWS_OLD:
    case EVENT_ENDING_FLOWS_OLD:
      event->has_packed_flows = true;
      event->n_flows++;
      return true;
    case EVENT_EXTRA_VALUES:
    case EVENT_EXTRA_DOUBLE_VALUES:
      event->has_extras = true;
      return true;
    default:
      return true;
    }
}

static void
read_number_field (PerfettoImport *import,
                   const PerfettoPacket *packet,
                   PerfettoEvent *event,
                   const ProtobufField *field)
{
  switch (field->number)
    {
    case EVENT_TYPE:
      event->type = (uint32_t) field->value;
      break;
    case EVENT_NAME_IID:
      event->name = perfetto_interned_text (import, packet, INTERNED_EVENT_NAMES, field->value);
      break;
    case EVENT_CATEGORY_IIDS:
      take_category (import, event,
                     perfetto_interned_text (import, packet, INTERNED_CATEGORIES, field->value));
      break;
    case EVENT_TRACK_UUID:
      event->has_track = true;
      event->track_uuid = field->value;
      break;
    case EVENT_COUNTER_VALUE:
      event->has_integer = true;
      event->integer = (int64_t) field->value;
      break;
    case EVENT_COUNTER_DOUBLE:
      event->has_double = true;
      event->number = protobuf_double (field->value);
      break;
    case EVENT_FLOWS:
    case EVENT_ENDING_FLOWS:
    case EVENT_FLOWS_OLD:
    case EVENT_ENDING_FLOWS_OLD:
      if (event->n_flows++ == 0)
        {
          event->flow = field->value;
          event->flow_number = field->number;
        }
      break;
    case EVENT_EXTRA_VALUES:
    case EVENT_EXTRA_DOUBLE_VALUES:
      event->has_extras = true;
      break;
    case EVENT_TIME_DELTA_US:
      event->has_delta = true;
      event->delta_us = (int64_t) field->value;
      break;
    case EVENT_TIME_ABSOLUTE_US:
      event->has_absolute = field->value != 0;
      event->absolute_us = (int64_t) field->value;
      break;
    default:
      break;
    }
}

static bool
read_event (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span, PerfettoEvent *ret)
{
  ProtobufField field;
  ProtobufState state;

  memset (ret, 0, offsetof (PerfettoEvent, annotations));
  ret->span = span;
  ret->kind = SLICE_OTHER;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire != PROTOBUF_BYTES)
      read_number_field (import, packet, ret, &field);
    else if (!read_bytes_field (import, ret, &field))
      return false;
  /* A call that submits work to a GPU launches it, whatever its category. */
  if (ret->has_submission && ret->kind == SLICE_OTHER)
    ret->kind = SLICE_CALL;
  import->flows.has_submissions = import->flows.has_submissions || ret->has_submission;
  return state == PROTOBUF_END;
}

/* ---- time ---- */

static bool
us_to_ns (int64_t us, int64_t *ret_ns)
{
  return !__builtin_mul_overflow (us, INT64_C (1000), ret_ns) && *ret_ns >= 0 && *ret_ns <= TRACE_TIME_MAX_NS;
}

/* Converts a time of CLOCK_MONOTONIC; in files without snapshots it is that of the trace. */
static bool
convert_monotonic (PerfettoImport *import, const PerfettoPacket *packet, int64_t ns, int64_t *ret_ns)
{
  PerfettoClocks *clocks = &import->clocks;
  uint32_t clock =
    perfetto_clocks_find (clocks, perfetto_sequence_clocks (packet->sequence), PERFETTO_MONOTONIC);
  PerfettoTime time = clock != PERFETTO_CLOCK_NONE
                        ? perfetto_clocks_convert (clocks, clock, (uint64_t) ns, true, ret_ns)
                        : PERFETTO_TIME_INVALID;

  if (clock == PERFETTO_CLOCK_NONE)
    trace_builder_set_failed (import->builder);
  if (time == PERFETTO_TIME_APART || time == PERFETTO_TIME_UNRELATED)
    perfetto_note (import, HEALTH_PERFETTO_CLOCK_UNKNOWN, packet);
  return time != PERFETTO_TIME_INVALID;
}

/* Old writers give the time of an event in microseconds of CLOCK_MONOTONIC: alone, or since the event before it. */
static bool
find_time (PerfettoImport *import, const PerfettoPacket *packet, const PerfettoEvent *event, int64_t *ret_ns)
{
  PerfettoSequence *sequence = packet->sequence;
  int64_t ns;

  if (!event->has_delta && !event->has_absolute)
    {
      *ret_ns = packet->time_ns;
      return packet->has_time;
    }
  if (event->has_delta)
    {
      if (!sequence->has_reference || !us_to_ns (event->delta_us, &ns)
          || ns > TRACE_TIME_MAX_NS - sequence->reference_ns)
        return false;
      ns += sequence->reference_ns;
      sequence->reference_ns = ns;
      return convert_monotonic (import, packet, ns, ret_ns);
    }
  return us_to_ns (event->absolute_us, &ns) && convert_monotonic (import, packet, ns, ret_ns);
}

/* ---- parts ---- */

uint32_t
perfetto_event_track (PerfettoImport *import, const PerfettoPacket *packet, const PerfettoEvent *event)
{
  const PerfettoSequence *sequence = packet->sequence;

  if (event->has_track)
    return perfetto_tracks_of_uuid (&import->tracks, event->track_uuid);
  if (sequence->has_track)
    return perfetto_tracks_of_uuid (&import->tracks, sequence->track_uuid);
  if (sequence->has_thread)
    return perfetto_tracks_of_thread (&import->tracks, sequence->pid, sequence->tid);
  return perfetto_tracks_of_uuid (&import->tracks, 0);
}

static void
write_annotations (PerfettoImport *import,
                   const PerfettoPacket *packet,
                   const PerfettoEvent *event,
                   RowArgs *args,
                   PerfettoAnnotated *annotated)
{
  ProtobufSpan span = event->span, next;
  ProtobufField field;

  for (unsigned i = 0; i < event->n_annotations; i++)
    {
      if (event->n_annotations <= PERFETTO_ANNOTATIONS_MAX)
        next = event->annotations[i];
      else
        {
          while (protobuf_next (&span, &field) == PROTOBUF_FIELD
                 && !protobuf_is (&field, EVENT_DEBUG_ANNOTATIONS, PROTOBUF_BYTES))
            ;
          next = protobuf_inside (&field);
        }
      if (!perfetto_annotation_write (import, packet, next, event->kind, args, annotated))
        perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
    }
}

uint64_t
perfetto_event_args (PerfettoImport *import,
                     const PerfettoPacket *packet,
                     const PerfettoEvent *event,
                     int64_t *ret_correlation)
{
  PerfettoAnnotated annotated = { 0 };
  RowArgs args;

  *ret_correlation = 0;
  if (event->kind == SLICE_CALL || slice_kind_is_run (event->kind))
    *ret_correlation =
      event->has_submission ? perfetto_flows_correlation (event->submission) : (int64_t) event->flow;
  if (event->n_annotations == 0)
    return ARGS_NONE;
  row_args_begin (&args, import->builder);
  write_annotations (import, packet, event, &args, &annotated);
  perfetto_annotations_end (import, &args, &annotated);
  if (annotated.has_correlation && !event->has_submission)
    *ret_correlation = annotated.correlation;
  return row_args_end (&args);
}

typedef struct
{
  PerfettoImport *import;
  PerfettoFlowPoint point;
} FlowSink;

static void
add_flow (FlowSink *sink, uint64_t id, bool ends)
{
  sink->point.id = id;
  sink->point.ends = ends;
  perfetto_flows_add (&sink->import->flows, &sink->point);
}

static bool
is_ending (uint32_t number)
{
  return number == EVENT_ENDING_FLOWS || number == EVENT_ENDING_FLOWS_OLD;
}

/* Takes flow ids: one, or packed ones. */
static void
add_flows (FlowSink *sink, const ProtobufField *field)
{
  bool ends = is_ending (field->number);
  bool is_fixed = field->number == EVENT_FLOWS || field->number == EVENT_ENDING_FLOWS;
  ProtobufSpan packed = protobuf_inside (field);
  uint64_t id;

  if (field->wire != PROTOBUF_BYTES)
    {
      add_flow (sink, field->value, ends);
      return;
    }
  while (packed.at < packed.end)
    {
      if (is_fixed)
        {
          if (packed.end - packed.at < 8)
            return;
          memcpy (&id, packed.at, sizeof id);
          packed.at += sizeof id;
        }
      else if (!protobuf_take_varint (&packed, &id))
        return;
      add_flow (sink, id, ends);
    }
}

static void
add_waits (PerfettoImport *import, const PerfettoEvent *event, uint32_t slice)
{
  ProtobufSpan span = event->gpu;
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_CORRELATION_AWAITED, PROTOBUF_VARINT))
      perfetto_flows_add_wait (&import->flows, field.value, slice);
}

void
perfetto_event_flows (PerfettoImport *import,
                      const PerfettoPacket *packet,
                      const PerfettoEvent *event,
                      uint32_t track,
                      int64_t time_ns,
                      uint32_t slice)
{
  FlowSink sink = { import, { .time_ns = time_ns, .track = track, .slice = slice } };
  ProtobufSpan span = event->span;
  ProtobufField field;

  (void) packet;
  if (event->has_wait && slice != PERFETTO_NO_SLICE)
    add_waits (import, event, slice);
  if (event->n_flows == 1 && !event->has_packed_flows)
    {
      add_flow (&sink, event->flow, is_ending (event->flow_number));
      return;
    }
  if (event->n_flows == 0)
    return;
  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (field.number == EVENT_FLOWS || field.number == EVENT_ENDING_FLOWS || field.number == EVENT_FLOWS_OLD
        || field.number == EVENT_ENDING_FLOWS_OLD)
      add_flows (&sink, &field);
}

/* ---- slices ---- */

/* Memcpys are named as the other profilers name them, so that their directions are found. */
static uint32_t
name_of_slice (PerfettoImport *import, const PerfettoEvent *event)
{
  RocmOperation operation;
  size_t length;
  const char *text = string_table_get (trace_builder_strings (import->builder), event->name, &length);

  if (event->kind != SLICE_MEMCPY || !rocm_operation_of_type (text, length, &operation)
      || operation.copy == ROCM_COPY_UNKNOWN)
    return event->name;
  char name[MEMCPY_NAME_BYTES];
  return trace_builder_string (import->builder, name, rocm_copy_name (operation.copy, name));
}

uint32_t
perfetto_event_begin (PerfettoImport *import,
                      const PerfettoPacket *packet,
                      const PerfettoEvent *event,
                      uint32_t track,
                      int64_t time_ns,
                      int64_t dur_ns)
{
  PerfettoTrack *of = perfetto_track (&import->tracks, track);
  SliceInput slice = {
    .name = event->kind == SLICE_MEMCPY ? name_of_slice (import, event) : event->name,
    .category = event->category,
    .kind = event->kind,
    .start_ns = time_ns,
    .dur_ns = MAX (dur_ns, 0),
  };

  if (event->name == STRING_EMPTY)
    perfetto_note (import, HEALTH_EVENT_NAME_MISSING, packet);
  if (of->first_name == STRING_EMPTY)
    of->first_name = slice.name;
  of->has_device_work = of->has_device_work || slice_kind_is_on_device (event->kind);
  slice.args = perfetto_event_args (import, packet, event, &slice.correlation);
  return dur_ns < 0 ? perfetto_slices_begin (&import->slices, track, &slice, packet->offset)
                    : perfetto_slices_add (&import->slices, track, &slice);
}

uint32_t
perfetto_event_end (PerfettoImport *import,
                    const PerfettoPacket *packet,
                    const PerfettoEvent *event,
                    uint32_t track,
                    int64_t time_ns)
{
  int64_t correlation;
  const PerfettoEnd end = {
    .time_ns = time_ns,
    .offset = packet->offset,
    .name = event->name,
    .args = perfetto_event_args (import, packet, event, &correlation),
  };

  return perfetto_slices_end (&import->slices, track, &end);
}

void
perfetto_event_instant (PerfettoImport *import,
                        const PerfettoPacket *packet,
                        const PerfettoEvent *event,
                        uint32_t track,
                        int64_t time_ns,
                        char scope)
{
  int64_t correlation;
  const TraceInstant instant = {
    .name = event->name,
    .category = event->category,
    .scope = scope,
    .time_ns = time_ns,
    .args = perfetto_event_args (import, packet, event, &correlation),
  };

  perfetto_add_instant (import, track, &instant);
}

/* ---- counters ---- */

/* The tracks of the values of an event: its own, else the defaults. */
static PerfettoExtras
extras_of (PerfettoImport *import, const PerfettoPacket *packet, const PerfettoEvent *event)
{
  PerfettoExtras extras = { 0 };
  ProtobufSpan span = event->span;
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (field.number == EVENT_EXTRA_TRACKS)
      perfetto_extra_tracks_add (&extras.whole, &field);
    else if (field.number == EVENT_EXTRA_DOUBLE_TRACKS)
      perfetto_extra_tracks_add (&extras.fractional, &field);
  if (packet->sequence->extra_tracks > 0)
    {
      const PerfettoExtras *defaults = &import->sequences.extras.at[packet->sequence->extra_tracks - 1];

      if (extras.whole.n == 0)
        extras.whole = defaults->whole;
      if (extras.fractional.n == 0)
        extras.fractional = defaults->fractional;
    }
  return extras;
}

/* The values of an event that are still to come, of one type. */
typedef struct
{
  PerfettoExtraTracks tracks;
  unsigned n; /* values so far */
} ExtraValues;

static void
add_extra (PerfettoImport *import,
           const PerfettoPacket *packet,
           ExtraValues *values,
           int64_t time_ns,
           double value)
{
  if (values->n == values->tracks.n)
    perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
  else
    perfetto_add_sample (import, packet,
                         perfetto_tracks_of_uuid (&import->tracks, values->tracks.uuids[values->n++]),
                         time_ns, value);
}

static bool
take_value (ProtobufSpan *packed, bool is_whole, double *ret_value)
{
  uint64_t bits;

  if (is_whole)
    {
      bool is_valid = protobuf_take_varint (packed, &bits);

      *ret_value = is_valid ? (double) (int64_t) bits : 0;
      return is_valid;
    }
  if ((size_t) (packed->end - packed->at) < sizeof bits)
    return false;
  memcpy (&bits, packed->at, sizeof bits);
  packed->at += sizeof bits;
  *ret_value = protobuf_double (bits);
  return true;
}

static void
add_extras (PerfettoImport *import, const PerfettoPacket *packet, const PerfettoEvent *event, int64_t time_ns)
{
  const PerfettoExtras extras = extras_of (import, packet, event);
  ExtraValues whole = { .tracks = extras.whole }, fractional = { .tracks = extras.fractional };
  ProtobufSpan span = event->span;
  ProtobufField field;
  double value;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    {
      bool is_whole = field.number == EVENT_EXTRA_VALUES;
      ProtobufSpan packed = protobuf_inside (&field);

      if (!is_whole && field.number != EVENT_EXTRA_DOUBLE_VALUES)
        continue;
      if (field.wire == (is_whole ? PROTOBUF_VARINT : PROTOBUF_FIXED64))
        add_extra (import, packet, is_whole ? &whole : &fractional, time_ns,
                   is_whole ? (double) (int64_t) field.value : protobuf_double (field.value));
      while (packed.at < packed.end)
        {
          if (!take_value (&packed, is_whole, &value))
            {
              perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
              break;
            }
          add_extra (import, packet, is_whole ? &whole : &fractional, time_ns, value);
        }
    }
}

static void
add_counter_event (PerfettoImport *import,
                   const PerfettoPacket *packet,
                   const PerfettoEvent *event,
                   int64_t time_ns)
{
  uint32_t track = perfetto_event_track (import, packet, event);
  PerfettoTrack *of = perfetto_track (&import->tracks, track);

  if (of->first_name == STRING_EMPTY)
    of->first_name = event->name;
  if (event->has_integer || event->has_double)
    perfetto_add_sample (import, packet, track, time_ns,
                         event->has_double ? event->number : (double) event->integer);
  else
    perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
}

bool
perfetto_read_track_event (PerfettoImport *import,
                           const PerfettoPacket *packet,
                           ProtobufSpan span,
                           HealthId *ret_why)
{
  PerfettoEvent event;
  uint32_t track, slice = PERFETTO_NO_SLICE;
  int64_t time_ns;

  *ret_why = HEALTH_PERFETTO_PACKET_DAMAGED;
  if (!read_event (import, packet, span, &event))
    return false;
  *ret_why = HEALTH_EVENT_TIME_INVALID;
  if (!find_time (import, packet, &event, &time_ns))
    return false;
  if (event.has_extras)
    add_extras (import, packet, &event, time_ns);
  if (event.type == TYPE_UNSPECIFIED && event.has_legacy)
    return perfetto_read_legacy (import, packet, &event, time_ns, ret_why);
  if (event.type == TYPE_COUNTER)
    {
      add_counter_event (import, packet, &event, time_ns);
      return true;
    }
  track = perfetto_event_track (import, packet, &event);
  switch (event.type)
    {
    case TYPE_SLICE_BEGIN:
      slice = perfetto_event_begin (import, packet, &event, track, time_ns, -1);
      break;
    case TYPE_SLICE_END:
      slice = perfetto_event_end (import, packet, &event, track, time_ns);
      break;
    case TYPE_INSTANT:
      perfetto_event_instant (import, packet, &event, track, time_ns, 't');
      break;
    case TYPE_STATE:
      perfetto_note_not_shown (import, packet);
      return true;
    default:
      *ret_why = event.type == TYPE_UNSPECIFIED ? HEALTH_EVENT_PHASE_MISSING : HEALTH_EVENT_PHASE_UNKNOWN;
      return false;
    }
  if (event.n_flows > 0 || event.has_wait)
    perfetto_event_flows (import, packet, &event, track, time_ns, slice);
  return true;
}
