/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/perfetto_text.h"

#include <stdbool.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

typedef enum
{
  FIELD_VARINT,
  FIELD_FIXED64,
  FIELD_DOUBLE,
  FIELD_TEXT,
  FIELD_MESSAGE,
} FieldType;

typedef struct
{
  const char *message, *name;
  unsigned number;
  FieldType type;
  const char *of; /* FIELD_MESSAGE: its type */
} Field;

/* clang-format off */
static const Field fields[] = {
  { "Trace", "packet", 1, FIELD_MESSAGE, "Packet" },

  { "Packet", "ftrace_events", 1, FIELD_TEXT, NULL },
  { "Packet", "process_tree", 2, FIELD_MESSAGE, "ProcessTree" },
  { "Packet", "trusted_uid", 3, FIELD_VARINT, NULL },
  { "Packet", "clock_snapshot", 6, FIELD_MESSAGE, "Snapshot" },
  { "Packet", "sys_stats", 7, FIELD_TEXT, NULL },
  { "Packet", "timestamp", 8, FIELD_VARINT, NULL },
  { "Packet", "trusted_packet_sequence_id", 10, FIELD_VARINT, NULL },
  { "Packet", "seq", 10, FIELD_VARINT, NULL }, /* short for the one above */
  { "Packet", "track_event", 11, FIELD_MESSAGE, "Event" },
  { "Packet", "interned_data", 12, FIELD_MESSAGE, "Interned" },
  { "Packet", "sequence_flags", 13, FIELD_VARINT, NULL },
  { "Packet", "trace_config", 33, FIELD_TEXT, NULL },
  { "Packet", "synchronization_marker", 36, FIELD_TEXT, NULL },
  { "Packet", "incremental_state_cleared", 41, FIELD_VARINT, NULL },
  { "Packet", "previous_packet_dropped", 42, FIELD_VARINT, NULL },
  { "Packet", "process_descriptor", 43, FIELD_MESSAGE, "Process" },
  { "Packet", "thread_descriptor", 44, FIELD_MESSAGE, "Thread" },
  { "Packet", "system_info", 45, FIELD_MESSAGE, "SystemInfo" },
  { "Packet", "packages_list", 47, FIELD_TEXT, NULL },
  { "Packet", "compressed_packets", 50, FIELD_TEXT, NULL },
  { "Packet", "gpu_counter_event", 52, FIELD_MESSAGE, "GpuCounters" },
  { "Packet", "gpu_render_stage_event", 53, FIELD_MESSAGE, "Stage" },
  { "Packet", "timestamp_clock_id", 58, FIELD_VARINT, NULL },
  { "Packet", "trace_packet_defaults", 59, FIELD_MESSAGE, "Defaults" },
  { "Packet", "track_descriptor", 60, FIELD_MESSAGE, "Track" },
  { "Packet", "service_event", 69, FIELD_MESSAGE, "Service" },
  { "Packet", "gpu_mem_total_event", 71, FIELD_MESSAGE, "GpuMemory" },
  { "Packet", "trusted_pid", 79, FIELD_VARINT, NULL },
  { "Packet", "first_packet_on_sequence", 87, FIELD_VARINT, NULL },
  { "Packet", "trace_uuid", 89, FIELD_TEXT, NULL },
  { "Packet", "machine_id", 98, FIELD_VARINT, NULL },
  { "Packet", "gpu_info", 128, FIELD_MESSAGE, "GpuInfo" },
  { "Packet", "zstd_compressed_packets", 133, FIELD_TEXT, NULL },
  { "Packet", "for_testing", 900, FIELD_TEXT, NULL },

  { "Event", "timestamp_delta_us", 1, FIELD_VARINT, NULL },
  { "Event", "category_iids", 3, FIELD_VARINT, NULL },
  { "Event", "debug_annotations", 4, FIELD_MESSAGE, "Annotation" },
  { "Event", "legacy_event", 6, FIELD_MESSAGE, "Legacy" },
  { "Event", "type", 9, FIELD_VARINT, NULL },
  { "Event", "name_iid", 10, FIELD_VARINT, NULL },
  { "Event", "track_uuid", 11, FIELD_VARINT, NULL },
  { "Event", "extra_counter_values", 12, FIELD_VARINT, NULL },
  { "Event", "packed_extra_counter_values", 12, FIELD_TEXT, NULL },
  { "Event", "timestamp_absolute_us", 16, FIELD_VARINT, NULL },
  { "Event", "categories", 22, FIELD_TEXT, NULL },
  { "Event", "name", 23, FIELD_TEXT, NULL },
  { "Event", "counter_value", 30, FIELD_VARINT, NULL },
  { "Event", "extra_counter_track_uuids", 31, FIELD_VARINT, NULL },
  { "Event", "packed_extra_counter_track_uuids", 31, FIELD_TEXT, NULL },
  { "Event", "flow_ids_old", 36, FIELD_VARINT, NULL },
  { "Event", "terminating_flow_ids_old", 42, FIELD_VARINT, NULL },
  { "Event", "double_counter_value", 44, FIELD_DOUBLE, NULL },
  { "Event", "extra_double_counter_track_uuids", 45, FIELD_VARINT, NULL },
  { "Event", "packed_extra_double_counter_track_uuids", 45, FIELD_TEXT, NULL },
  { "Event", "extra_double_counter_values", 46, FIELD_DOUBLE, NULL },
  { "Event", "packed_extra_double_counter_values", 46, FIELD_TEXT, NULL },
  { "Event", "flow_ids", 47, FIELD_FIXED64, NULL },
  { "Event", "packed_flow_ids", 47, FIELD_TEXT, NULL },
  { "Event", "terminating_flow_ids", 48, FIELD_FIXED64, NULL },
  { "Event", "gpu_correlation", 3000, FIELD_MESSAGE, "GpuCorrelation" },

  { "GpuCorrelation", "render_stage_submission_event_ids", 1, FIELD_VARINT, NULL },
  { "GpuCorrelation", "render_stage_wait_event_ids", 2, FIELD_VARINT, NULL },

  { "Legacy", "name_iid", 1, FIELD_VARINT, NULL },
  { "Legacy", "phase", 2, FIELD_VARINT, NULL },
  { "Legacy", "duration_us", 3, FIELD_VARINT, NULL },
  { "Legacy", "unscoped_id", 6, FIELD_VARINT, NULL },
  { "Legacy", "id_scope", 7, FIELD_TEXT, NULL },
  { "Legacy", "bind_id", 8, FIELD_VARINT, NULL },
  { "Legacy", "local_id", 10, FIELD_VARINT, NULL },
  { "Legacy", "global_id", 11, FIELD_VARINT, NULL },
  { "Legacy", "flow_direction", 13, FIELD_VARINT, NULL },
  { "Legacy", "instant_event_scope", 14, FIELD_VARINT, NULL },
  { "Legacy", "pid_override", 18, FIELD_VARINT, NULL },
  { "Legacy", "tid_override", 19, FIELD_VARINT, NULL },

  { "Annotation", "name_iid", 1, FIELD_VARINT, NULL },
  { "Annotation", "bool_value", 2, FIELD_VARINT, NULL },
  { "Annotation", "uint_value", 3, FIELD_VARINT, NULL },
  { "Annotation", "int_value", 4, FIELD_VARINT, NULL },
  { "Annotation", "double_value", 5, FIELD_DOUBLE, NULL },
  { "Annotation", "string_value", 6, FIELD_TEXT, NULL },
  { "Annotation", "pointer_value", 7, FIELD_VARINT, NULL },
  { "Annotation", "nested_value", 8, FIELD_MESSAGE, "Nested" },
  { "Annotation", "legacy_json_value", 9, FIELD_TEXT, NULL },
  { "Annotation", "name", 10, FIELD_TEXT, NULL },
  { "Annotation", "dict_entries", 11, FIELD_MESSAGE, "Annotation" },
  { "Annotation", "array_values", 12, FIELD_MESSAGE, "Annotation" },
  { "Annotation", "string_value_iid", 17, FIELD_VARINT, NULL },

  { "Nested", "nested_type", 1, FIELD_VARINT, NULL },
  { "Nested", "dict_keys", 2, FIELD_TEXT, NULL },
  { "Nested", "dict_values", 3, FIELD_MESSAGE, "Nested" },
  { "Nested", "array_values", 4, FIELD_MESSAGE, "Nested" },
  { "Nested", "int_value", 5, FIELD_VARINT, NULL },
  { "Nested", "double_value", 6, FIELD_DOUBLE, NULL },
  { "Nested", "bool_value", 7, FIELD_VARINT, NULL },
  { "Nested", "string_value", 8, FIELD_TEXT, NULL },

  { "Interned", "event_categories", 1, FIELD_MESSAGE, "Entry" },
  { "Interned", "event_names", 2, FIELD_MESSAGE, "Entry" },
  { "Interned", "debug_annotation_names", 3, FIELD_MESSAGE, "Entry" },
  { "Interned", "graphics_contexts", 23, FIELD_MESSAGE, "Context" },
  { "Interned", "gpu_specifications", 24, FIELD_MESSAGE, "GpuSpec" },
  { "Interned", "debug_annotation_string_values", 29, FIELD_MESSAGE, "Entry" },
  { "Interned", "gpu_counter_descriptors", 47, FIELD_MESSAGE, "GpuCountersEntry" },
  { "Interned", "compute_kernels", 1000, FIELD_MESSAGE, "Kernel" },
  { "Interned", "compute_arg_names", 1001, FIELD_MESSAGE, "Entry" },

  { "Entry", "iid", 1, FIELD_VARINT, NULL },
  { "Entry", "name", 2, FIELD_TEXT, NULL },
  { "Entry", "str", 2, FIELD_TEXT, NULL },

  { "Context", "iid", 1, FIELD_VARINT, NULL },
  { "Context", "pid", 2, FIELD_VARINT, NULL },
  { "Context", "api", 3, FIELD_VARINT, NULL },

  { "GpuSpec", "iid", 1, FIELD_VARINT, NULL },
  { "GpuSpec", "name", 2, FIELD_TEXT, NULL },
  { "GpuSpec", "description", 3, FIELD_TEXT, NULL },
  { "GpuSpec", "category", 4, FIELD_VARINT, NULL },

  { "Kernel", "iid", 1, FIELD_VARINT, NULL },
  { "Kernel", "name", 2, FIELD_TEXT, NULL },
  { "Kernel", "demangled_name", 3, FIELD_TEXT, NULL },
  { "Kernel", "arch", 4, FIELD_TEXT, NULL },
  { "Kernel", "args", 5, FIELD_MESSAGE, "ComputeArg" },

  { "ComputeArg", "name_iid", 1, FIELD_VARINT, NULL },
  { "ComputeArg", "name", 2, FIELD_TEXT, NULL },
  { "ComputeArg", "int_value", 3, FIELD_VARINT, NULL },
  { "ComputeArg", "uint_value", 4, FIELD_VARINT, NULL },
  { "ComputeArg", "double_value", 5, FIELD_DOUBLE, NULL },
  { "ComputeArg", "string_value", 6, FIELD_TEXT, NULL },

  { "Snapshot", "clocks", 1, FIELD_MESSAGE, "Clock" },
  { "Snapshot", "primary_trace_clock", 2, FIELD_VARINT, NULL },
  { "Clock", "clock_id", 1, FIELD_VARINT, NULL },
  { "Clock", "timestamp", 2, FIELD_VARINT, NULL },
  { "Clock", "is_incremental", 3, FIELD_VARINT, NULL },
  { "Clock", "unit_multiplier_ns", 4, FIELD_VARINT, NULL },

  { "Defaults", "track_event_defaults", 11, FIELD_MESSAGE, "Event" },
  { "Defaults", "timestamp_clock_id", 58, FIELD_VARINT, NULL },

  { "Track", "uuid", 1, FIELD_VARINT, NULL },
  { "Track", "name", 2, FIELD_TEXT, NULL },
  { "Track", "process", 3, FIELD_MESSAGE, "Process" },
  { "Track", "thread", 4, FIELD_MESSAGE, "Thread" },
  { "Track", "parent_uuid", 5, FIELD_VARINT, NULL },
  { "Track", "counter", 8, FIELD_MESSAGE, "Counter" },
  { "Track", "static_name", 10, FIELD_TEXT, NULL },

  { "Counter", "type", 1, FIELD_VARINT, NULL },
  { "Counter", "unit", 3, FIELD_VARINT, NULL },
  { "Counter", "unit_multiplier", 4, FIELD_VARINT, NULL },
  { "Counter", "is_incremental", 5, FIELD_VARINT, NULL },
  { "Counter", "unit_name", 6, FIELD_TEXT, NULL },

  { "Process", "pid", 1, FIELD_VARINT, NULL },
  { "Process", "cmdline", 2, FIELD_TEXT, NULL },
  { "Process", "process_name", 6, FIELD_TEXT, NULL },
  { "Thread", "pid", 1, FIELD_VARINT, NULL },
  { "Thread", "tid", 2, FIELD_VARINT, NULL },
  { "Thread", "thread_name", 5, FIELD_TEXT, NULL },
  { "Thread", "reference_timestamp_us", 6, FIELD_VARINT, NULL },

  { "ProcessTree", "processes", 1, FIELD_MESSAGE, "TreeProcess" },
  { "ProcessTree", "threads", 2, FIELD_MESSAGE, "TreeThread" },
  { "TreeProcess", "pid", 1, FIELD_VARINT, NULL },
  { "TreeProcess", "cmdline", 3, FIELD_TEXT, NULL },
  { "TreeThread", "tid", 1, FIELD_VARINT, NULL },
  { "TreeThread", "name", 2, FIELD_TEXT, NULL },
  { "TreeThread", "tgid", 3, FIELD_VARINT, NULL },

  { "Stage", "event_id", 1, FIELD_VARINT, NULL },
  { "Stage", "duration", 2, FIELD_VARINT, NULL },
  { "Stage", "hw_queue_id", 3, FIELD_VARINT, NULL },
  { "Stage", "stage_id", 4, FIELD_VARINT, NULL },
  { "Stage", "context", 5, FIELD_VARINT, NULL },
  { "Stage", "extra_data", 6, FIELD_MESSAGE, "Extra" },
  { "Stage", "specifications", 7, FIELD_MESSAGE, "Specifications" },
  { "Stage", "submission_id", 10, FIELD_VARINT, NULL },
  { "Stage", "gpu_id", 11, FIELD_VARINT, NULL },
  { "Stage", "hw_queue_iid", 13, FIELD_VARINT, NULL },
  { "Stage", "stage_iid", 14, FIELD_VARINT, NULL },
  { "Stage", "name", 17, FIELD_TEXT, NULL },
  { "Stage", "event_wait_ids", 18, FIELD_VARINT, NULL },
  { "Stage", "kernel_iid", 19, FIELD_VARINT, NULL },
  { "Stage", "name_iid", 20, FIELD_VARINT, NULL },
  { "Stage", "launch", 21, FIELD_MESSAGE, "Launch" },
  { "Extra", "name", 1, FIELD_TEXT, NULL },
  { "Extra", "value", 2, FIELD_TEXT, NULL },
  { "Specifications", "hw_queue", 2, FIELD_MESSAGE, "Description" },
  { "Specifications", "stage", 3, FIELD_MESSAGE, "Description" },
  { "Description", "name", 1, FIELD_TEXT, NULL },
  { "Launch", "grid_size", 1, FIELD_MESSAGE, "Dim3" },
  { "Launch", "workgroup_size", 2, FIELD_MESSAGE, "Dim3" },
  { "Launch", "args", 3, FIELD_MESSAGE, "ComputeArg" },
  { "Dim3", "x", 1, FIELD_VARINT, NULL },
  { "Dim3", "y", 2, FIELD_VARINT, NULL },
  { "Dim3", "z", 3, FIELD_VARINT, NULL },

  { "GpuCounters", "counter_descriptor", 1, FIELD_MESSAGE, "GpuDescriptor" },
  { "GpuCounters", "counters", 2, FIELD_MESSAGE, "GpuValue" },
  { "GpuCounters", "gpu_id", 3, FIELD_VARINT, NULL },
  { "GpuCounters", "counter_descriptor_iid", 4, FIELD_VARINT, NULL },
  { "GpuCountersEntry", "iid", 1, FIELD_VARINT, NULL },
  { "GpuCountersEntry", "counter_descriptor", 2, FIELD_MESSAGE, "GpuDescriptor" },
  { "GpuCountersEntry", "gpu_id", 3, FIELD_VARINT, NULL },
  { "GpuDescriptor", "specs", 1, FIELD_MESSAGE, "GpuCounterSpec" },
  { "GpuCounterSpec", "counter_id", 1, FIELD_VARINT, NULL },
  { "GpuCounterSpec", "name", 2, FIELD_TEXT, NULL },
  { "GpuValue", "counter_id", 1, FIELD_VARINT, NULL },
  { "GpuValue", "int_value", 2, FIELD_VARINT, NULL },
  { "GpuValue", "double_value", 3, FIELD_DOUBLE, NULL },

  { "GpuMemory", "gpu_id", 1, FIELD_VARINT, NULL },
  { "GpuMemory", "pid", 2, FIELD_VARINT, NULL },
  { "GpuMemory", "size", 3, FIELD_VARINT, NULL },
  { "GpuInfo", "gpus", 1, FIELD_MESSAGE, "Gpu" },
  { "Gpu", "name", 1, FIELD_TEXT, NULL },
  { "SystemInfo", "tracing_service_version", 4, FIELD_TEXT, NULL },
  { "Service", "all_data_sources_started", 1, FIELD_VARINT, NULL },
  { "Service", "tracing_started", 2, FIELD_VARINT, NULL },
  { "Service", "tracing_disabled", 5, FIELD_VARINT, NULL },
};

/* Words for numbers. */
static const struct
{
  const char *word;
  gint64 value;
} words[] = {
  { "true", 1 }, { "false", 0 },
  { "TYPE_SLICE_BEGIN", 1 }, { "TYPE_SLICE_END", 2 }, { "TYPE_INSTANT", 3 }, { "TYPE_COUNTER", 4 }, { "TYPE_STATE", 5 },
  { "CLEARED", 1 }, { "NEEDED", 2 },
  { "REALTIME", 1 }, { "MONOTONIC", 3 }, { "BOOTTIME", 6 },
  { "GRAPHICS", 1 }, { "COMPUTE", 2 }, { "VULKAN", 2 }, { "CUDA", 4 }, { "HIP", 5 },
  { "UNIT_TIME_NS", 1 }, { "UNIT_COUNT", 2 }, { "UNIT_SIZE_BYTES", 3 }, { "COUNTER_THREAD_TIME_NS", 1 },
};
/* clang-format on */

typedef struct
{
  const char *path, *text, *at;
} Reader;

static void G_GNUC_NORETURN
fail (const Reader *reader, const char *why)
{
  guint line = 1;

  for (const char *at = reader->text; at < reader->at; at++)
    line += *at == '\n';
  g_error ("%s:%u: %s", reader->path, line, why);
}

static void
skip_space (Reader *reader)
{
  for (;;)
    if (g_ascii_isspace (*reader->at) || *reader->at == ',' || *reader->at == ';')
      reader->at++;
    else if (*reader->at == '#')
      reader->at += strcspn (reader->at, "\n");
    else
      return;
}

static bool
take (Reader *reader, char c)
{
  skip_space (reader);
  if (*reader->at != c)
    return false;
  reader->at++;
  return true;
}

static char *
take_word (Reader *reader)
{
  const char *begin;

  skip_space (reader);
  begin = reader->at;
  while (g_ascii_isalnum (*reader->at) || strchr ("_.+-'", *reader->at) != NULL)
    {
      if (*reader->at == '\0')
        break;
      reader->at++;
    }
  if (reader->at == begin)
    fail (reader, "a word is missing");
  return g_strndup (begin, (gsize) (reader->at - begin));
}

static void
put_varint (GByteArray *out, guint64 value)
{
  do
    {
      guint8 byte = (guint8) (value & 0x7f) | (value >= 0x80 ? 0x80 : 0);

      g_byte_array_append (out, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static void
put_fixed (GByteArray *out, const void *value)
{
  g_byte_array_append (out, value, 8);
}

static void
put_bytes (GByteArray *out, unsigned number, const guint8 *bytes, gsize n)
{
  put_varint (out, number << 3 | 2);
  put_varint (out, n);
  g_byte_array_append (out, bytes, (guint) n);
}

/* Reads texts in quotation marks, which are joined, with the escapes \n \t \\ \" \xNN. */
static GByteArray *
take_text (Reader *reader)
{
  GByteArray *text = g_byte_array_new ();

  if (!take (reader, '"'))
    fail (reader, "a text is missing");
  do
    for (; *reader->at != '"'; reader->at++)
      {
        guint8 c = (guint8) *reader->at;

        if (c == '\0')
          fail (reader, "a text has no end");
        if (c == '\\')
          {
            c = (guint8) * ++reader->at;
            if (c == 'x')
              {
                c =
                  (guint8) (g_ascii_xdigit_value (reader->at[1]) << 4 | g_ascii_xdigit_value (reader->at[2]));
                reader->at += 2;
              }
            else
              c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
          }
        g_byte_array_append (text, &c, 1);
      }
  while (reader->at++, take (reader, '"'));
  return text;
}

static guint64
take_number (Reader *reader)
{
  g_autofree char *word = take_word (reader);
  char *end;

  if (word[0] == '\'') /* a character */
    return (guint64) word[1];
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].word, word) == 0)
      return (guint64) words[i].value;
  guint64 value =
    word[0] == '-' ? (guint64) g_ascii_strtoll (word, &end, 0) : g_ascii_strtoull (word, &end, 0);
  if (*end != '\0')
    fail (reader, "a number is missing");
  return value;
}

static void take_fields (Reader *reader, const char *message, GByteArray *out);

static GByteArray *
take_message (Reader *reader, const char *message)
{
  GByteArray *inner = g_byte_array_new ();

  if (!take (reader, '{'))
    fail (reader, "{ is missing");
  take_fields (reader, message, inner);
  if (!take (reader, '}'))
    fail (reader, "} is missing");
  return inner;
}

static const Field *
find_field (const Reader *reader, const char *message, const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].message, message) == 0 && strcmp (fields[i].name, name) == 0)
      return &fields[i];
  fail (reader, "this message has no such field");
}

static void
put_packed (GByteArray *out, const GByteArray *packets, bool is_zstd)
{
  gsize bound = is_zstd ? ZSTD_compressBound (packets->len) : compressBound (packets->len);
  g_autofree guint8 *packed = g_malloc (bound);
  uLongf n = bound;

  if (is_zstd)
    n = ZSTD_compress (packed, bound, packets->data, packets->len, 3);
  else
    g_assert_cmpint (compress (packed, &n, packets->data, packets->len), ==, Z_OK);
  put_bytes (out, is_zstd ? 133 : 50, packed, n);
}

/* What is not in the language: bytes as they are, and packets in a packet. */
static bool
take_special (Reader *reader, const char *name, GByteArray *out)
{
  bool is_zstd = strcmp (name, "zstd") == 0;

  if (is_zstd || strcmp (name, "deflate") == 0)
    {
      g_autoptr (GByteArray) packets = take_message (reader, "Trace");
      put_packed (out, packets, is_zstd);
      return true;
    }
  if (strcmp (name, "raw") != 0)
    return false;
  take (reader, ':');
  g_autoptr (GByteArray) bytes = take_text (reader);
  g_byte_array_append (out, bytes->data, bytes->len);
  return true;
}

static void
take_value (Reader *reader, const Field *field, GByteArray *out)
{
  guint64 number;
  double fraction;

  switch (field->type)
    {
    case FIELD_VARINT:
      put_varint (out, field->number << 3);
      put_varint (out, take_number (reader));
      break;
    case FIELD_FIXED64:
      put_varint (out, field->number << 3 | 1);
      number = take_number (reader);
      put_fixed (out, &number);
      break;
    case FIELD_DOUBLE:
      {
        g_autofree char *word = take_word (reader);

        put_varint (out, field->number << 3 | 1);
        fraction = g_ascii_strtod (word, NULL);
        put_fixed (out, &fraction);
        break;
      }
    case FIELD_TEXT:
      {
        g_autoptr (GByteArray) text = take_text (reader);

        put_bytes (out, field->number, text->data, text->len);
        break;
      }
    case FIELD_MESSAGE:
      {
        g_autoptr (GByteArray) inner = take_message (reader, field->of);

        put_bytes (out, field->number, inner->data, inner->len);
        break;
      }
    }
}

static void
take_fields (Reader *reader, const char *message, GByteArray *out)
{
  for (skip_space (reader); *reader->at != '\0' && *reader->at != '}'; skip_space (reader))
    {
      g_autofree char *name = take_word (reader);

      if (take_special (reader, name, out))
        continue;
      take (reader, ':');
      take_value (reader, find_field (reader, message, name), out);
    }
}

static char *
read_text (const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s: cannot be read", path);
  return g_steal_pointer (&text);
}

GByteArray *
perfetto_text_bytes (const char *path)
{
  g_autofree char *text = read_text (path);
  Reader reader = { path, text, text };
  GByteArray *out = g_byte_array_new ();

  take_fields (&reader, "Trace", out);
  if (*reader.at != '\0')
    fail (&reader, "a } too many");
  return out;
}

static guint64
count_events (const char *text)
{
  static const char told[] = "# events: ";
  /* Packets, and what is an event of its own in one. */
  static const char *const counted[] = {
    "packet {",         "flow_ids: ",       "flow_ids_old: ",         "bind_id: ",
    "wait_event_ids: ", "event_wait_ids: ", "extra_counter_values: ", "extra_double_counter_values: ",
  };
  const char *at = strstr (text, told);
  guint64 n = 0;

  if (at != NULL)
    return g_ascii_strtoull (at + strlen (told), NULL, 10);
  for (size_t i = 0; i < G_N_ELEMENTS (counted); i++)
    for (at = strstr (text, counted[i]); at != NULL; at = strstr (at + strlen (counted[i]), counted[i]))
      n++;
  return n;
}

guint64
perfetto_text_events (const char *path)
{
  char *text = read_text (path);
  guint64 n = count_events (text);

  g_free (text);
  return n;
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
perfetto_text_cases (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder = g_build_filename (root != NULL ? root : ".", "tests", "import", "perfetto", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if ((g_str_has_prefix (name, "y_") || g_str_has_prefix (name, "n_"))
        && g_str_has_suffix (name, ".textproto"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
