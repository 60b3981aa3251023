/* SPDX-License-Identifier: Apache-2.0
 *
 * What descriptors say of tracks, processes and threads. */

#include <string.h>

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_tracks.h"

static uint32_t
string_of (PerfettoTracks *tracks, const ProtobufField *field)
{
  return trace_builder_string (tracks->builder, (const char *) field->bytes, (size_t) field->value);
}

typedef struct
{
  int32_t pid;
  uint32_t name, command, labels; /* strings */
  int64_t sort_index;
  bool has_sort_index;
} Process;

typedef struct
{
  int32_t pid;
  int64_t tid;
  uint32_t name;
  int64_t sort_index;
  bool has_sort_index;
} Thread;

static bool
read_process (PerfettoTracks *tracks, ProtobufSpan span, Process *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Process){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, PROCESS_PID, PROTOBUF_VARINT))
      ret->pid = (int32_t) field.value;
    else if (protobuf_is (&field, PROCESS_NAME, PROTOBUF_BYTES))
      ret->name = string_of (tracks, &field);
    else if (protobuf_is (&field, PROCESS_CMDLINE, PROTOBUF_BYTES) && ret->command == STRING_EMPTY)
      ret->command = string_of (tracks, &field);
    else if (protobuf_is (&field, PROCESS_LABELS, PROTOBUF_BYTES) && ret->labels == STRING_EMPTY)
      ret->labels = string_of (tracks, &field);
    else if (protobuf_is (&field, PROCESS_SORT_INDEX, PROTOBUF_VARINT))
      {
        ret->sort_index = (int32_t) field.value;
        ret->has_sort_index = true;
      }
  return state == PROTOBUF_END;
}

static bool
read_thread (PerfettoTracks *tracks, ProtobufSpan span, Thread *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Thread){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, THREAD_PID, PROTOBUF_VARINT))
      ret->pid = (int32_t) field.value;
    else if (protobuf_is (&field, THREAD_TID, PROTOBUF_VARINT))
      ret->tid = (int64_t) field.value;
    else if (protobuf_is (&field, THREAD_NAME, PROTOBUF_BYTES))
      ret->name = string_of (tracks, &field);
    else if (protobuf_is (&field, THREAD_SORT_INDEX, PROTOBUF_VARINT))
      {
        ret->sort_index = (int32_t) field.value;
        ret->has_sort_index = true;
      }
  return state == PROTOBUF_END;
}

static void
describe (PerfettoTracks *tracks, uint32_t place, ImportDescriptionKind kind, uint32_t text, int64_t number)
{
  import_tracks_describe (
    tracks->rows, &(ImportDescription){ .kind = kind, .place = place, .text = text, .number = number });
}

static void
take_process (PerfettoTracks *tracks, const Process *process, uint32_t track_name)
{
  uint32_t place = perfetto_tracks_process_place (tracks, true, process->pid);

  perfetto_tracks_name_process (tracks, process->pid,
                                process->name != STRING_EMPTY ? process->name
                                : track_name != STRING_EMPTY  ? track_name
                                                              : process->command);
  if (process->labels != STRING_EMPTY)
    describe (tracks, place, DESCRIBES_PROCESS_LABELS, process->labels, 0);
  if (process->has_sort_index)
    describe (tracks, place, DESCRIBES_PROCESS_ORDER, 0, process->sort_index);
}

static void
take_thread (PerfettoTracks *tracks, const Thread *thread, uint32_t track_name)
{
  perfetto_tracks_name_thread (tracks, thread->pid, thread->tid,
                               thread->name != STRING_EMPTY ? thread->name : track_name);
  if (thread->has_sort_index)
    describe (tracks, perfetto_tracks_place_of_thread (tracks, thread->pid, thread->tid),
              DESCRIBES_THREAD_ORDER, 0, thread->sort_index);
}

bool
perfetto_tracks_describe_process (PerfettoTracks *tracks, ProtobufSpan descriptor)
{
  Process process;

  if (!read_process (tracks, descriptor, &process))
    return false;
  take_process (tracks, &process, STRING_EMPTY);
  return true;
}

bool
perfetto_tracks_describe_thread (PerfettoTracks *tracks,
                                 ProtobufSpan descriptor,
                                 int32_t *ret_pid,
                                 int64_t *ret_tid)
{
  Thread thread;

  if (!read_thread (tracks, descriptor, &thread))
    return false;
  take_thread (tracks, &thread, STRING_EMPTY);
  *ret_pid = thread.pid;
  *ret_tid = thread.tid;
  return true;
}

static uint32_t
text (TraceBuilder *builder, const char *bytes)
{
  return trace_builder_string (builder, bytes, strlen (bytes));
}

static bool
describe_counter (PerfettoTracks *tracks, uint32_t track, ProtobufSpan span)
{
  static const char *const units[] = { "", "ns", "", "bytes" };
  static const char *const types[] = { "", "thread time", "thread instruction count" };
  PerfettoCounter *counter = perfetto_tracks_counter (tracks, track);
  uint64_t type = 0;
  ProtobufField field;
  ProtobufState state;

  if (counter == NULL)
    return true;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, COUNTER_MULTIPLIER, PROTOBUF_VARINT))
      counter->multiplier = field.value != 0 ? (int64_t) field.value : 1;
    else if (protobuf_is (&field, COUNTER_IS_INCREMENTAL, PROTOBUF_VARINT))
      counter->is_incremental = field.value != 0;
    else if (protobuf_is (&field, COUNTER_UNIT_NAME, PROTOBUF_BYTES))
      counter->unit = string_of (tracks, &field);
    else if (protobuf_is (&field, COUNTER_UNIT, PROTOBUF_VARINT) && counter->unit == STRING_EMPTY
             && field.value < G_N_ELEMENTS (units))
      counter->unit = text (tracks->builder, units[field.value]);
    else if (protobuf_is (&field, COUNTER_TYPE, PROTOBUF_VARINT))
      type = field.value;
  if (type > 0 && type < G_N_ELEMENTS (types))
    {
      PerfettoTrack *of = perfetto_track (tracks, track);

      if (of->name == STRING_EMPTY)
        of->name = text (tracks->builder, types[type]);
      if (type == 1 && counter->unit == STRING_EMPTY)
        counter->unit = text (tracks->builder, "ns");
    }
  return state == PROTOBUF_END;
}

/* The parts of a TrackDescriptor. */
typedef struct
{
  uint64_t uuid, parent;
  bool has_parent, has_process, has_thread, has_counter;
  uint32_t name;
  Process process;
  Thread thread;
  ProtobufSpan counter;
} Descriptor;

static bool
read_descriptor (PerfettoTracks *tracks, ProtobufSpan span, Descriptor *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Descriptor){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire == PROTOBUF_VARINT && field.number == DESCRIPTOR_UUID)
      ret->uuid = field.value;
    else if (field.wire == PROTOBUF_VARINT && field.number == DESCRIPTOR_PARENT)
      {
        ret->parent = field.value;
        ret->has_parent = true;
      }
    else if (field.wire != PROTOBUF_BYTES)
      continue;
    else if (field.number == DESCRIPTOR_NAME || field.number == DESCRIPTOR_STATIC_NAME
             || field.number == DESCRIPTOR_ATRACE_NAME)
      ret->name = string_of (tracks, &field);
    else if (field.number == DESCRIPTOR_PROCESS)
      {
        ret->has_process = true;
        if (!read_process (tracks, protobuf_inside (&field), &ret->process))
          return false;
      }
    else if (field.number == DESCRIPTOR_THREAD)
      {
        ret->has_thread = true;
        if (!read_thread (tracks, protobuf_inside (&field), &ret->thread))
          return false;
      }
    else if (field.number == DESCRIPTOR_COUNTER)
      {
        ret->has_counter = true;
        ret->counter = protobuf_inside (&field);
      }
  return state == PROTOBUF_END;
}

bool
perfetto_tracks_describe (PerfettoTracks *tracks, ProtobufSpan span)
{
  Descriptor descriptor;

  if (!read_descriptor (tracks, span, &descriptor))
    return false;

  uint32_t index = perfetto_tracks_find_uuid (tracks, descriptor.uuid);
  PerfettoTrack *track = perfetto_track (tracks, index);

  track->is_described = true;
  /* A name that is left out later does not take the earlier one away. */
  if (descriptor.name != STRING_EMPTY)
    track->name = descriptor.name;
  if (descriptor.has_parent)
    {
      track->has_parent = descriptor.parent != descriptor.uuid;
      track->parent = perfetto_tracks_key (tracks, descriptor.parent);
    }
  if (descriptor.has_thread)
    perfetto_tracks_make_thread (tracks, index, descriptor.thread.pid, descriptor.thread.tid);
  else if (descriptor.has_process)
    {
      track->form = PERFETTO_TRACK_PROCESS;
      track->has_pid = true;
      track->pid = descriptor.process.pid;
    }
  if (descriptor.has_process)
    take_process (tracks, &descriptor.process, descriptor.has_thread ? STRING_EMPTY : descriptor.name);
  if (descriptor.has_thread)
    take_thread (tracks, &descriptor.thread, descriptor.name);
  return !descriptor.has_counter || describe_counter (tracks, index, descriptor.counter);
}
