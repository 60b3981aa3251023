/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto.h"

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_packets.h"
#include "trace/import/perfetto/perfetto_sniff.h"
#include "trace/import/protobuf/protobuf_stream.h"
#include "trace/text/trace_error.h"

/* A packet must not be larger. Writers flush far smaller ones. */
#define PACKET_BYTES_MAX ((size_t) 64 << 20)

typedef struct
{
  const ImportControl *control;
  ByteSource *source;
  TraceBuilder *builder;
} Reading;

static bool
keeps_on (void *user_data, GError **error)
{
  const Reading *reading = user_data;

  return import_control_continue (reading->control, reading->source, reading->builder, error);
}

/* How the reading ended. */
typedef enum
{
  READ_ALL,
  READ_CUT,
  READ_DAMAGED,
  READ_FAILED,
} ReadEnd;

static void
skip_large (PerfettoImport *import, int64_t offset)
{
  trace_builder_event_counts (import->builder)->skipped++;
  trace_builder_add_health (import->builder, HEALTH_PERFETTO_PACKET_DAMAGED, 1, offset);
}

/* Takes the packets that are in memory already. */
static void
take_run (PerfettoImport *import, ProtobufStream *stream)
{
  ProtobufSpan span;
  uint64_t offset;

  while (!trace_builder_failed (import->builder) && import->reading.error == NULL
         && protobuf_stream_take_run (stream, TRACE_PACKET, &span, &offset))
    if ((size_t) (span.end - span.at) > PACKET_BYTES_MAX)
      skip_large (import, (int64_t) offset);
    else
      perfetto_packet_take (import, span, (int64_t) offset);
}

static ReadEnd
read_packets (PerfettoImport *import, ProtobufStream *stream, GError **error)
{
  ProtobufStreamField field;
  ProtobufStreamState state = PROTOBUF_STREAM_FIELD;
  ProtobufSpan span;

  while (state == PROTOBUF_STREAM_FIELD && !trace_builder_failed (import->builder)
         && import->reading.error == NULL)
    {
      take_run (import, stream);
      if (import->reading.error != NULL)
        break;
      state = protobuf_stream_next (stream, &field, error);
      if (state != PROTOBUF_STREAM_FIELD || field.number != TRACE_PACKET || field.wire != PROTOBUF_BYTES)
        continue;
      state = protobuf_stream_bytes (stream, PACKET_BYTES_MAX, &span, error);
      if (state == PROTOBUF_STREAM_FIELD)
        perfetto_packet_take (import, span, (int64_t) field.offset);
      else if (state == PROTOBUF_STREAM_TOO_LARGE)
        {
          skip_large (import, (int64_t) field.offset);
          state = PROTOBUF_STREAM_FIELD;
        }
    }
  if (import->reading.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&import->reading.error));
      return READ_FAILED;
    }
  if (state == PROTOBUF_STREAM_FAILED)
    return READ_FAILED;
  if (state == PROTOBUF_STREAM_TRUNCATED)
    return READ_CUT;
  return state == PROTOBUF_STREAM_DAMAGED ? READ_DAMAGED : READ_ALL;
}

static uint64_t
count_events (TraceBuilder *builder)
{
  const EventCounts *events = trace_builder_event_counts (builder);

  return events->total + events->skipped;
}

/* Says how the file ends. */
static void
note_end (TraceBuilder *builder, ByteSource *source, ProtobufStream *stream, ReadEnd end)
{
  int64_t offset = (int64_t) protobuf_stream_offset (stream);
  HealthId packing = byte_source_health (source);

  if (packing != N_HEALTH_IDS)
    trace_builder_add_health (builder, packing, 1, HEALTH_NO_OFFSET);
  if (end == READ_CUT)
    trace_builder_add_health (builder, HEALTH_PERFETTO_TRUNCATED, 1, offset);
  else if (end == READ_DAMAGED)
    trace_builder_add_health (builder, HEALTH_PERFETTO_DAMAGED, 1, offset);
  if (end != READ_ALL || (packing != N_HEALTH_IDS && byte_source_condition (source) != BYTE_SOURCE_TRAILING))
    trace_builder_set_status (builder, PROFILE_STOPPED);
}

static bool
import_trace (ByteSource *source,
              const char *path,
              TraceBuilder *builder,
              const ImportControl *control,
              GError **error)
{
  Reading reading = { control, source, builder };
  uint64_t n_before = count_events (builder);
  PerfettoImport import;
  bool has_memory = perfetto_import_init (&import, builder), ok = true;
  g_autoptr (ProtobufStream) stream = protobuf_stream_new (source, keeps_on, &reading);

  import.reading.keeps_on = keeps_on;
  import.reading.user_data = &reading;
  if (has_memory && stream != NULL)
    {
      ReadEnd end = read_packets (&import, stream, error);

      ok = end != READ_FAILED;
      if (ok && count_events (builder) == n_before && !trace_builder_is_partial (builder))
        {
          g_set_error (
            error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
            "%s: looks like a Perfetto trace, but no packet in it can be read. Copy the file again.", path);
          ok = false;
        }
      if (ok)
        {
          perfetto_import_finish (&import);
          note_end (builder, source, stream, end);
          trace_builder_set_format (builder, perfetto_importer.name);
        }
    }
  else
    trace_builder_set_failed (builder);
  perfetto_import_clear (&import);
  return ok;
}

static bool
sniff (const char *text, size_t n)
{
  return perfetto_sniff ((const uint8_t *) text, n);
}

const Importer perfetto_importer = { "perfetto", sniff, import_trace };
