/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of processes and threads that the kernel knows. They name only what has events. */

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_import.h"

static bool
read_process (PerfettoImport *import, ProtobufSpan span)
{
  int32_t pid = 0;
  uint32_t command = STRING_EMPTY;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, TREE_PROCESS_PID, PROTOBUF_VARINT))
      pid = (int32_t) field.value;
    else if (protobuf_is (&field, TREE_PROCESS_CMDLINE, PROTOBUF_BYTES) && command == STRING_EMPTY)
      command = perfetto_string (import, &field);
  if (state == PROTOBUF_END)
    perfetto_tracks_name_process (&import->tracks, pid, command);
  return state == PROTOBUF_END;
}

static bool
read_thread (PerfettoImport *import, ProtobufSpan span)
{
  int32_t pid = 0;
  int64_t tid = 0;
  uint32_t name = STRING_EMPTY;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, TREE_THREAD_TID, PROTOBUF_VARINT))
      tid = (int32_t) field.value;
    else if (protobuf_is (&field, TREE_THREAD_PID, PROTOBUF_VARINT))
      pid = (int32_t) field.value;
    else if (protobuf_is (&field, TREE_THREAD_NAME, PROTOBUF_BYTES))
      name = perfetto_string (import, &field);
  if (state == PROTOBUF_END)
    perfetto_tracks_name_thread (&import->tracks, pid, tid, name);
  return state == PROTOBUF_END;
}

bool
perfetto_read_process_tree (PerfettoImport *import, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, TREE_PROCESS, PROTOBUF_BYTES))
      {
        if (!read_process (import, protobuf_inside (&field)))
          return false;
      }
    else if (protobuf_is (&field, TREE_THREAD, PROTOBUF_BYTES))
      {
        if (!read_thread (import, protobuf_inside (&field)))
          return false;
      }
  return state == PROTOBUF_END;
}
