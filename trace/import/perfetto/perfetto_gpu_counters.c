/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters of GPUs, the memory that processes use there, and what the GPUs are. */

#include <string.h>

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_import.h"

/* Counters that are interned are kept by (number of the descriptor, number of the counter) with this kind; those that are
 * not have descriptor 0. No field of InternedData has these numbers. */
#define KIND_COUNTER ((uint16_t) 60000)
#define KIND_GPU     ((uint16_t) 60001)

static uint64_t
key_of (uint64_t descriptor, uint32_t counter)
{
  return descriptor << 32 | counter;
}

static void
set_interned (PerfettoImport *import, PerfettoSequence *sequence, uint16_t kind, uint64_t key, uint32_t value)
{
  if (!perfetto_interned_set (&sequence->interned, kind, key, value))
    trace_builder_set_failed (import->builder);
}

/* Reads a GpuCounterSpec. */
static bool
read_spec (PerfettoImport *import, PerfettoSequence *sequence, uint64_t descriptor, ProtobufSpan span)
{
  uint32_t counter = 0, name = STRING_EMPTY;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_SPEC_COUNTER, PROTOBUF_VARINT))
      counter = (uint32_t) field.value;
    else if (protobuf_is (&field, GPU_SPEC_NAME, PROTOBUF_BYTES))
      name = perfetto_string (import, &field);
  set_interned (import, sequence, KIND_COUNTER, key_of (descriptor, counter), name);
  if (descriptor == 0)
    {
      uint64_t *known = id_map_add (&import->gpu.counters, counter, name);

      if (known == NULL)
        trace_builder_set_failed (import->builder);
      else
        *known = name;
    }
  return state == PROTOBUF_END;
}

static bool
read_descriptor (PerfettoImport *import, PerfettoSequence *sequence, uint64_t number, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_DESCRIPTOR_SPEC, PROTOBUF_BYTES)
        && !read_spec (import, sequence, number, protobuf_inside (&field)))
      return false;
  return state == PROTOBUF_END;
}

bool
perfetto_intern_gpu_counters (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span)
{
  ProtobufSpan descriptor = { NULL, NULL };
  uint64_t iid = 0;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, INTERNED_IID, PROTOBUF_VARINT))
      iid = field.value;
    else if (protobuf_is (&field, INTERNED_GPU_COUNTER_GPU, PROTOBUF_VARINT))
      set_interned (import, packet->sequence, KIND_GPU, iid, (uint32_t) field.value);
    else if (protobuf_is (&field, INTERNED_GPU_COUNTER_DESCRIPTOR, PROTOBUF_BYTES))
      descriptor = protobuf_inside (&field);
  return state == PROTOBUF_END && read_descriptor (import, packet->sequence, iid, descriptor);
}

/* ---- events ---- */

typedef struct
{
  uint32_t counter;
  bool has_value;
  double value;
} Value;

static bool
read_value (ProtobufSpan span, Value *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Value){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_VALUE_COUNTER, PROTOBUF_VARINT))
      ret->counter = (uint32_t) field.value;
    else if (protobuf_is (&field, GPU_VALUE_INTEGER, PROTOBUF_VARINT))
      {
        ret->has_value = true;
        ret->value = (double) (int64_t) field.value;
      }
    else if (protobuf_is (&field, GPU_VALUE_DOUBLE, PROTOBUF_FIXED64))
      {
        ret->has_value = true;
        ret->value = protobuf_double (field.value);
      }
  return state == PROTOBUF_END;
}

static uint32_t
name_of_counter (PerfettoImport *import, const PerfettoPacket *packet, uint64_t descriptor, uint32_t counter)
{
  char text[32];
  uint32_t name;
  const uint64_t *known;

  if (perfetto_interned_find (&packet->sequence->interned, KIND_COUNTER, key_of (descriptor, counter), &name)
      && name != STRING_EMPTY)
    return name;
  known = descriptor == 0 ? id_map_find (&import->gpu.counters, counter) : NULL;
  if (known != NULL && *known != STRING_EMPTY)
    return (uint32_t) *known;
  perfetto_note (import, HEALTH_PERFETTO_TEXT_MISSING, packet);
  int length = g_snprintf (text, sizeof text, "GPU counter %u", counter);
  return trace_builder_string (import->builder, text, (size_t) length);
}

static void
add_device_sample (PerfettoImport *import,
                   const PerfettoPacket *packet,
                   int32_t gpu,
                   uint32_t name,
                   double value)
{
  const ImportRow row = {
    .form = ROW_DEVICE_COUNTER,
    .place = perfetto_tracks_process_place (&import->tracks, false, 0),
    .a = MAX (gpu, -1),
    .b = name,
  };

  trace_builder_event_counts (import->builder)->counters++;
  if (value - value == 0)
    trace_builder_add_sample (import->builder, import_tracks_row (import->tracks.rows, &row), packet->time_ns,
                              value);
  else
    perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
}

/* Finds the GPU and the descriptor of an event's values. */
static bool
read_context (PerfettoImport *import,
              const PerfettoPacket *packet,
              ProtobufSpan span,
              int32_t *ret_gpu,
              uint64_t *ret_descriptor)
{
  bool has_gpu = false;
  uint32_t gpu;
  ProtobufField field;
  ProtobufState state;

  *ret_gpu = 0;
  *ret_descriptor = 0;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_COUNTER_GPU, PROTOBUF_VARINT))
      {
        has_gpu = true;
        *ret_gpu = (int32_t) field.value;
      }
    else if (protobuf_is (&field, GPU_COUNTER_DESCRIPTOR_IID, PROTOBUF_VARINT))
      *ret_descriptor = field.value;
    else if (protobuf_is (&field, GPU_COUNTER_DESCRIPTOR, PROTOBUF_BYTES)
             && !read_descriptor (import, packet->sequence, 0, protobuf_inside (&field)))
      return false;
  if (!has_gpu && perfetto_interned_find (&packet->sequence->interned, KIND_GPU, *ret_descriptor, &gpu))
    *ret_gpu = (int32_t) gpu;
  return state == PROTOBUF_END;
}

bool
perfetto_read_gpu_counters (PerfettoImport *import,
                            const PerfettoPacket *packet,
                            ProtobufSpan span,
                            HealthId *ret_why)
{
  uint64_t descriptor;
  int32_t gpu;
  ProtobufField field;
  Value value;

  if (!read_context (import, packet, span, &gpu, &descriptor))
    return false;
  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    {
      if (!protobuf_is (&field, GPU_COUNTER_VALUE, PROTOBUF_BYTES))
        continue;
      if (!packet->has_time)
        {
          *ret_why = HEALTH_EVENT_TIME_INVALID;
          return false;
        }
      if (!read_value (protobuf_inside (&field), &value))
        perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
      else if (!value.has_value)
        perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
      else
        add_device_sample (import, packet, gpu, name_of_counter (import, packet, descriptor, value.counter),
                           value.value);
    }
  return true;
}

/* ---- memory, names ---- */

#define MEMORY_NAME "GPU memory (bytes)"

static void
add_memory_of_process (PerfettoImport *import,
                       const PerfettoPacket *packet,
                       uint64_t gpu,
                       int32_t pid,
                       double value)
{
  char name[48];
  int length = g_snprintf (name, sizeof name, "GPU %u memory (bytes)", (unsigned) gpu);
  const ImportRow row = {
    .form = ROW_NAMED_COUNTER,
    .place = perfetto_tracks_process_place (&import->tracks, true, pid),
    .a = trace_builder_string (import->builder, name, (size_t) length),
  };

  trace_builder_event_counts (import->builder)->counters++;
  trace_builder_add_sample (import->builder, import_tracks_row (import->tracks.rows, &row), packet->time_ns,
                            value);
}

bool
perfetto_read_gpu_memory (PerfettoImport *import,
                          const PerfettoPacket *packet,
                          ProtobufSpan span,
                          HealthId *ret_why)
{
  uint64_t gpu = 0, pid = 0, size = 0;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_MEMORY_GPU, PROTOBUF_VARINT))
      gpu = (uint32_t) field.value;
    else if (protobuf_is (&field, GPU_MEMORY_PID, PROTOBUF_VARINT))
      pid = (uint32_t) field.value;
    else if (protobuf_is (&field, GPU_MEMORY_SIZE, PROTOBUF_VARINT))
      size = field.value;
  if (state != PROTOBUF_END)
    return false;
  if (!packet->has_time)
    {
      *ret_why = HEALTH_EVENT_TIME_INVALID;
      return false;
    }
  if (pid != 0)
    add_memory_of_process (import, packet, gpu, (int32_t) pid, (double) size);
  else
    add_device_sample (import, packet, (int32_t) gpu,
                       trace_builder_string (import->builder, MEMORY_NAME, strlen (MEMORY_NAME)),
                       (double) size);
  return true;
}

bool
perfetto_read_gpu_info (PerfettoImport *import, ProtobufSpan span)
{
  int32_t number = 0;
  ProtobufField field, part;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_INFO_GPU, PROTOBUF_BYTES))
      {
        ProtobufSpan gpu = protobuf_inside (&field);

        while (protobuf_next (&gpu, &part) == PROTOBUF_FIELD)
          if (protobuf_is (&part, GPU_NAME, PROTOBUF_BYTES))
            trace_builder_set_device_name (import->builder, number, perfetto_string (import, &part));
        number++;
      }
  return state == PROTOBUF_END;
}
