/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_importer.h"

#include <string.h>

#include "trace/import/xspace/xspace_event.h"
#include "trace/import/xspace/xspace_hosts.h"
#include "trace/import/xspace/xspace_plane.h"
#include "trace/import/xspace/xspace_sniff.h"
#include "trace/text/trace_error.h"

#define FORMAT "xspace"

/* XSpace */
#define SPACE_PLANES    1
#define SPACE_ERRORS    2
#define SPACE_WARNINGS  3
#define SPACE_HOSTNAMES 4

/* More complaints are counted, but not kept. */
#define PROBLEMS_MAX      64
#define PROBLEM_BYTES_MAX ((size_t) 64 << 10)

/* Each host is a rank. The planes of more hosts are those of the last one. */
#define HOSTS_MAX 4096

/* clang-format off */
static const char *const key_words[N_XSPACE_KEYS] = {
  [XSPACE_KEY_DEVICE]             = "device",
  [XSPACE_KEY_STREAM]             = "stream",
  [XSPACE_KEY_CORRELATION]        = "correlation",
  [XSPACE_KEY_LONG_NAME]          = "long_name",
  [XSPACE_KEY_GRID]               = "grid",
  [XSPACE_KEY_BLOCK]              = "block",
  [XSPACE_KEY_REGISTERS]          = "registers per thread",
  [XSPACE_KEY_SHARED]             = "shared memory",
  [XSPACE_KEY_SCRATCH]            = "scratch memory",
  [XSPACE_KEY_BLOCKS_PER_SM]      = "blocks per SM",
  [XSPACE_KEY_WARPS_PER_SM]       = "warps per SM",
  [XSPACE_KEY_OCCUPANCY]          = "est. achieved occupancy %",
  [XSPACE_KEY_KIND]               = "kind",
  [XSPACE_KEY_BYTES]              = "bytes",
  [XSPACE_KEY_MEMORY_BYTES]       = "Bytes",
  [XSPACE_KEY_MEMORY_ADDRESS]     = "Addr",
  [XSPACE_KEY_MEMORY_DEVICE_TYPE] = "Device Type",
  [XSPACE_KEY_MEMORY_DEVICE]      = "Device Id",
  [XSPACE_KEY_MEMORY_ALLOCATED]   = "Total Allocated",
  [XSPACE_KEY_MEMORY_RESERVED]    = "Total Reserved",
};
/* clang-format on */

/* ---- fields ---- */

bool
xspace_next (XSpaceImport *import, ProtobufStreamField *ret_field)
{
  if (xspace_stopped (import))
    return false;
  switch (protobuf_stream_next (import->stream, ret_field, &import->error))
    {
    case PROTOBUF_STREAM_FIELD:
      return true;
    case PROTOBUF_STREAM_TRUNCATED:
      import->is_cut = true;
      protobuf_stream_leave (import->stream);
      break;
    case PROTOBUF_STREAM_DAMAGED:
      import->is_damaged = true;
      if (!import->is_second)
        trace_builder_add_health (import->builder, HEALTH_XSPACE_DAMAGED, 1,
                                  (int64_t) protobuf_stream_offset (import->stream));
      protobuf_stream_leave (import->stream);
      break;
    default:
      break;
    }
  return false;
}

bool
xspace_bytes (XSpaceImport *import, size_t max, ProtobufSpan *ret_span)
{
  switch (protobuf_stream_bytes (import->stream, max, ret_span, &import->error))
    {
    case PROTOBUF_STREAM_FIELD:
      return true;
    case PROTOBUF_STREAM_TRUNCATED:
      import->is_cut = true;
      break;
    default:
      break;
    }
  return false;
}

bool
xspace_first_bytes (XSpaceImport *import, size_t max, ProtobufSpan *ret_span, bool *ret_cut)
{
  ProtobufStreamState state = protobuf_stream_first_bytes (import->stream, max, ret_span, &import->error);

  import->is_cut = import->is_cut || state == PROTOBUF_STREAM_TRUNCATED;
  if (state != PROTOBUF_STREAM_FIELD && state != PROTOBUF_STREAM_TOO_LARGE)
    return false;
  *ret_cut = state == PROTOBUF_STREAM_TOO_LARGE;
  if (*ret_cut)
    {
      const uint8_t *last = ret_span->end;

      /* A character of UTF-8 has one to four bytes; the last one may be cut. */
      while (last > ret_span->at && ret_span->end - last < 4 && (*--last & 0xc0) == 0x80)
        ;
      if (last < ret_span->end && *last >= 0xc0)
        ret_span->end = last;
    }
  return true;
}

bool
xspace_enter (XSpaceImport *import, const ProtobufStreamField *field)
{
  return field->wire == PROTOBUF_BYTES && protobuf_stream_enter (import->stream);
}

static bool
keeps_on (void *user_data, GError **error)
{
  XSpaceImport *import = user_data;

  return import_control_continue (import->control, import->source, import->builder, error);
}

/* ---- texts ---- */

void
xspace_append_json (GString *json, const char *text, size_t length)
{
  g_string_append_c (json, '"');
  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];

      if (c < 0x20)
        g_string_append_printf (json, "\\u%04x", c);
      else
        {
          if (c == '"' || c == '\\')
            g_string_append_c (json, '\\');
          g_string_append_c (json, (char) c);
        }
    }
  g_string_append_c (json, '"');
}

static void
add_setting (XSpaceImport *import, const char *key, const GString *json)
{
  trace_builder_add_setting (import->builder, trace_builder_string (import->builder, key, strlen (key)),
                             trace_builder_string (import->builder, json->str, json->len));
}

static void
add_list (XSpaceImport *import, const char *key, const GString *members)
{
  g_autoptr (GString) json = g_string_new ("[");

  if (members->len == 0)
    return;
  g_string_append_len (json, members->str, (gssize) members->len);
  g_string_append_c (json, ']');
  add_setting (import, key, json);
}

static void
note_problem (XSpaceImport *import)
{
  ProtobufSpan span;
  bool is_cut;

  if (!xspace_first_bytes (import, PROBLEM_BYTES_MAX, &span, &is_cut))
    return;
  trace_builder_add_health (import->builder, HEALTH_RECORDING_PROBLEM, 1, HEALTH_NO_OFFSET);
  if (import->n_problems++ >= PROBLEMS_MAX)
    return;
  if (import->problems->len > 0)
    g_string_append (import->problems, ", ");
  xspace_append_json (import->problems, (const char *) span.at, (size_t) (span.end - span.at));
}

static void
add_host_name (XSpaceImport *import, XSpaceHosts *hosts)
{
  ProtobufSpan span;

  if (hosts->names.n < HOSTS_MAX && xspace_bytes (import, PROBLEM_BYTES_MAX, &span) && span.end > span.at
      && !u32_column_push (
        &hosts->names,
        trace_builder_string (import->builder, (const char *) span.at, (size_t) (span.end - span.at))))
    trace_builder_set_failed (import->builder);
}

/* ---- the file ---- */

/* Finds the planes, and reads all else. */
static void
read_space (XSpaceImport *import, XSpaceHosts *hosts)
{
  ProtobufStreamField field;

  while (!import->is_cut && xspace_next (import, &field))
    {
      if (field.wire != PROTOBUF_BYTES)
        continue;
      switch (field.number)
        {
        case SPACE_PLANES:
          /* What is wrong with it is noted when it is read as a whole. */
          import->is_second = true;
          if (xspace_enter (import, &field))
            xspace_hosts_add_plane (import, hosts, field.offset);
          import->is_second = false;
          break;
        case SPACE_ERRORS:
        case SPACE_WARNINGS:
          note_problem (import);
          break;
        case SPACE_HOSTNAMES:
          add_host_name (import, hosts);
          break;
        default:
          break;
        }
    }
}

static void
read_plane (XSpaceImport *import, const XSpaceHostPlane *at)
{
  XSpacePlane plane = { .nth = at->nth };
  ProtobufStreamField field;

  protobuf_stream_seek (import->stream, at->at);
  if (!xspace_next (import, &field) || !xspace_enter (import, &field))
    return;
  if (xspace_plane_read (import, &plane))
    xspace_events_read (import, &plane);
  xspace_plane_clear (&plane);
}

static void
add_steps (XSpaceImport *import)
{
  if (!xspace_steps_are_found (&import->steps))
    return;
  uint32_t name = trace_builder_string (import->builder, "Steps", 5);
  uint32_t place = import_tracks_place (import->tracks, import->host_pid, name);
  const ImportRow row = { .form = ROW_HOST, .kind = SLICE_ANNOTATION, .place = place };
  import_tracks_describe (
    import->tracks, &(ImportDescription){ .kind = DESCRIBES_THREAD_NAME, .place = place, .text = name });
  xspace_steps_finish (&import->steps, import->builder, import_tracks_row (import->tracks, &row));
}

static void
begin_host (XSpaceImport *import, const XSpaceHosts *hosts, uint32_t host, bool is_first)
{
  TraceBuilder *builder = import->builder;
  size_t name = hosts->names.n > 1 ? host : 0;

  if (!is_first)
    trace_builder_begin_rank_of_file (builder);
  if (hosts->are_named && name < hosts->names.n)
    trace_builder_set_node_name (builder, hosts->names.at[name]);
  import->tracks = import_tracks_new (builder);
  if (import->tracks == NULL)
    trace_builder_set_failed (builder);
  import->host_pid = STRING_EMPTY;
  import->has_start = import->has_absolute = false;
}

static void
finish_host (XSpaceImport *import, bool is_cut)
{
  TraceBuilder *builder = import->builder;

  if (!xspace_stopped (import))
    {
      trace_builder_set_time_base (builder, import->has_start ? import->start_ns : 0,
                                   import->has_start || import->has_absolute);
      if (is_cut || import->is_cut || import->is_damaged)
        trace_builder_set_status (builder, PROFILE_STOPPED);
      add_list (import, "deviceProperties", import->devices);
      add_list (import, "ERROR", import->problems);
      add_steps (import);
      import_tracks_finish (import->tracks);
    }
  g_string_truncate (import->devices, 0);
  g_string_truncate (import->problems, 0);
  xspace_steps_clear (&import->steps);
  import->steps.has_marks = import->steps.has_numbers = false;
  import_tracks_free (import->tracks);
  import->tracks = NULL;
}

static void
read_hosts (XSpaceImport *import, XSpaceHosts *hosts)
{
  bool is_cut = import->is_cut;
  const XSpaceHostPlane *planes = hosts->planes.at;

  import->is_cut = false;
  xspace_hosts_settle (import, hosts);
  for (size_t i = 0; i < hosts->planes.n && !xspace_stopped (import); i++)
    {
      if (i == 0 || planes[i].host != planes[i - 1].host)
        begin_host (import, hosts, planes[i].host, i == 0);
      if (!xspace_stopped (import))
        read_plane (import, &planes[i]);
      if (i + 1 == hosts->planes.n || planes[i].host != planes[i + 1].host || xspace_stopped (import))
        finish_host (import, is_cut);
    }
  import->is_cut = import->is_cut || is_cut;
}

static void
finish (XSpaceImport *import)
{
  trace_builder_add_health (import->builder, HEALTH_EVENT_TIME_ROUNDED, import->n_rounded, HEALTH_NO_OFFSET);
  if (import->is_cut)
    trace_builder_add_health (import->builder, HEALTH_XSPACE_TRUNCATED, 1,
                              (int64_t) byte_source_decoded_size (import->source));
}

static bool
refuse (const char *path, GError **error, const char *reason)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", path, reason);
  return false;
}

/* Returns whether the reading succeeded: else error is set, or the builder has failed. */
static bool
check (XSpaceImport *import, GError **error)
{
  if (import->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&import->error));
      return false;
    }
  if (trace_builder_failed (import->builder))
    return true;
  if (import->n_events > 0)
    return true;
  return refuse (import->path, error,
                 import->is_cut ? "is an XSpace file that ends before its first event. Copy it again."
                                : "is an XSpace file without any event. Nothing was recorded.");
}

static bool
import_xspace (ByteSource *source,
               const char *path,
               TraceBuilder *builder,
               const ImportControl *control,
               GError **error)
{
  /* No partial profile can be made: the names of a plane come at its end. */
  ImportControl whole = control != NULL ? *control : (ImportControl){ 0 };
  XSpaceImport import = { .source = source, .path = path, .builder = builder, .control = &whole };
  const char *head;
  size_t n;

  whole.wants_branch = NULL;
  if (!byte_source_peek (source, &head, &n, error))
    return false;
  if (xspace_sniff_is_mangled (head, n))
    return refuse (
      path, error,
      "was an XSpace file, but a program took it for text: every byte above 127 has become the character "
      "U+FFFD, and the numbers are lost. Copy it again as a binary file.");
  if (!byte_source_make_seekable (source, keeps_on, &import, error))
    return false;
  import.devices = g_string_new (NULL);
  import.problems = g_string_new (NULL);
  import.stream = protobuf_stream_new_at (source, 0, keeps_on, &import);
  if (import.stream == NULL)
    trace_builder_set_failed (builder);
  for (int i = 0; i < N_XSPACE_KEYS; i++)
    import.keys[i] = trace_builder_string (builder, key_words[i], strlen (key_words[i]));
  import.memory_name = trace_builder_string (builder, "[memory]", 8);
  import.flow_category = trace_builder_string (builder, "producer_consumer", 17);
  trace_builder_set_format (builder, FORMAT);

  XSpaceHosts hosts = { 0 };
  read_space (&import, &hosts);
  if (!xspace_stopped (&import))
    read_hosts (&import, &hosts);
  xspace_hosts_clear (&hosts);
  bool ok = check (&import, error);
  if (ok && !trace_builder_failed (builder))
    finish (&import);
  protobuf_stream_free (import.stream);
  g_string_free (import.devices, TRUE);
  g_string_free (import.problems, TRUE);
  return ok;
}

const Importer xspace_importer = {
  .name = FORMAT,
  .sniff = xspace_sniff,
  .import = import_xspace,
};
