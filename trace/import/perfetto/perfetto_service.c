/* SPDX-License-Identifier: Apache-2.0
 *
 * What the service that recorded the trace says of the recording. */

#include <string.h>

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_import.h"

/* No id of an event is all ones. */
#define SERVICE_ID UINT64_MAX

static uint32_t
service_track (PerfettoImport *import)
{
  static const char name[] = "Tracing service";
  uint32_t track = perfetto_tracks_of_id (&import->tracks, SERVICE_ID, false, 0);

  perfetto_track (&import->tracks, track)->name = trace_builder_string (import->builder, name, strlen (name));
  return track;
}

bool
perfetto_read_service_event (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span)
{
  /* Fields of TracingServiceEvent; the name of what a field stands for. */
  static const char *const names[] = {
    [1] = "All data sources started",
    [2] = "Tracing started",
    [3] = "All data sources flushed",
    [4] = "Reading of tracing buffers completed",
    [5] = "Tracing disabled",
    [6] = "Seized for bug report",
    [9] = "Flush started",
    [10] = "Clone started",
    [11] = "Buffer cloned",
  };
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (packet->has_time && field.wire == PROTOBUF_VARINT && field.number < G_N_ELEMENTS (names)
        && names[field.number] != NULL)
      {
        const char *name = names[field.number];
        const TraceInstant instant = {
          .name = trace_builder_string (import->builder, name, strlen (name)),
          .scope = 'g',
          .time_ns = packet->time_ns,
          .args = ARGS_NONE,
        };

        perfetto_add_instant (import, service_track (import), &instant);
      }
  return state == PROTOBUF_END;
}

bool
perfetto_read_system_info (PerfettoImport *import, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, SYSTEM_TRACING_VERSION, PROTOBUF_BYTES))
      import->version = perfetto_string (import, &field);
  return state == PROTOBUF_END;
}
