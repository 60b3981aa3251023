/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_settings.h"

#include <inttypes.h>
#include <string.h>

#include "trace/text/decimal_time.h"

/* Longer texts are cut. */
#define TEXT_BYTES 4096

/* More complaints are counted, but not kept. */
#define MESSAGES_MAX 64

/* ENUM_DIAGNOSTIC_SEVERITY_LEVEL */
#define SEVERITY_WARNING 2
#define SEVERITY_ERROR   3

/* Rows of name and value that become settings. */
static const struct
{
  const char *table, *name, *key;
} places[] = {
  { "META_DATA_EXPORT", "EXPORT_PRODUCT_VERSION", "tool version" },
  { "EXPORT_META_DATA", "EXPORT_PRODUCT_VERSION", "tool version" },
  { "META_DATA_EXPORT", "EXPORT_SCHEMA_VERSION", "export schema version" },
  { "EXPORT_META_DATA", "EXPORT_SCHEMA_VERSION", "export schema version" },
  { "TARGET_INFO_SYSTEM_ENV", "NvDriverVersion", "driver version" },
  { "TARGET_INFO_SYSTEM_ENV", "CudaDriverVersion", "cuda version" },
  { "TARGET_INFO_SYSTEM_ENV", "OsDescription", "operating system" },
  { "TARGET_INFO_SYSTEM_ENV", "CpuDescription", "cpu" },
  { "TARGET_INFO_SYSTEM_ENV", "CpuCores", "cpu cores" },
  { "TARGET_INFO_SYSTEM_ENV", "Hostname", "host_name" },
};

static void
append_json (GString *json, const char *text, size_t length)
{
  g_string_append_c (json, '"');
  for (size_t i = 0; i < MIN (length, TEXT_BYTES); i++)
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

static bool
is_word (const char *text, size_t length, const char *word)
{
  return strlen (word) == length && memcmp (text, word, length) == 0;
}

static void
add (NsysSettings *settings, TraceBuilder *builder, const char *key, const char *json, size_t length)
{
  uint32_t id = trace_builder_string (builder, key, strlen (key));

  for (unsigned i = 0; i < settings->n; i++)
    if (settings->keys[i] == id)
      return;
  if (settings->n == G_N_ELEMENTS (settings->keys))
    return;
  settings->keys[settings->n] = id;
  settings->values[settings->n++] = trace_builder_string (builder, json, length);
}

static void
add_text (NsysSettings *settings, TraceBuilder *builder, const char *key, const char *text, size_t length)
{
  g_autoptr (GString) json = g_string_new (NULL);
  int64_t version;

  /* 12040 is CUDA 12.4. */
  if (strcmp (key, "cuda version") == 0 && decimal_to_integer (text, length, &version) && version >= 1000)
    g_string_append_printf (json, "\"%" PRId64 ".%" PRId64 "\"", version / 1000, version % 1000 / 10);
  else
    append_json (json, text, length);
  add (settings, builder, key, json->str, json->len);
}

static void
read_place (NsysImport *import, NsysSettings *settings, const char *table, const char *name, const char *key)
{
  static const char *const columns[] = { "name", "value" };
  TraceBuilder *builder = import->builder;
  ForeignRows rows;
  const char *text;
  size_t length;

  if (foreign_rows_begin (&rows, import->database, table, columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_text (&rows, 0, &text, &length) && is_word (text, length, name)
          && foreign_rows_text (&rows, 1, &text, &length) && length > 0)
        {
          if (strcmp (key, "host_name") == 0)
            settings->host_name = trace_builder_string (builder, text, MIN (length, TEXT_BYTES));
          add_text (settings, builder, key, text, length);
          break;
        }
  foreign_rows_end (&rows);
}

/* PROCESS_0:COMMAND and its arguments, in the order of rows. */
static void
read_command (NsysImport *import, NsysSettings *settings)
{
  static const char *const columns[] = { "name", "value" };
  static const char command[] = "PROCESS_0:COMMAND", argument[] = "PROCESS_0:ARGUMENT_";
  g_autoptr (GString) line = g_string_new (NULL);
  ForeignRows rows;
  const char *text;
  size_t length;

  if (foreign_rows_begin (&rows, import->database, "META_DATA_CAPTURE", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && line->len < TEXT_BYTES)
      if (foreign_rows_text (&rows, 0, &text, &length)
          && (is_word (text, length, command)
              || (length > strlen (argument) && memcmp (text, argument, strlen (argument)) == 0))
          && foreign_rows_text (&rows, 1, &text, &length))
        {
          if (line->len > 0)
            g_string_append_c (line, ' ');
          g_string_append_len (line, text, (gssize) MIN (length, TEXT_BYTES));
        }
  foreign_rows_end (&rows);
  if (line->len > 0)
    add_text (settings, import->builder, "command", line->str, line->len);
}

static void
read_messages (NsysImport *import, NsysSettings *settings)
{
  static const char *const columns[] = { "severity", "text" };
  g_autoptr (GString) json = g_string_new ("[");
  ForeignRows rows;
  const char *text;
  size_t length;
  unsigned n = 0;
  int64_t severity;

  if (foreign_rows_begin (&rows, import->database, "DIAGNOSTIC_EVENT", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &severity)
          && (severity == SEVERITY_WARNING || severity == SEVERITY_ERROR)
          && foreign_rows_text (&rows, 1, &text, &length))
        {
          nsys_note (import, HEALTH_RECORDING_PROBLEM);
          if (n++ < MESSAGES_MAX)
            {
              g_string_append (json, n > 1 ? ", " : "");
              append_json (json, text, length);
            }
        }
  foreign_rows_end (&rows);
  g_string_append_c (json, ']');
  if (n > 0)
    add (settings, import->builder, "problems of the recording", json->str, json->len);
}

static int64_t
read_epoch (NsysImport *import)
{
  static const char *const columns[] = { "utcEpochNs" };
  ForeignRows rows;
  int64_t epoch_ns = 0;

  if (foreign_rows_begin (&rows, import->database, "TARGET_INFO_SESSION_START_TIME", columns, 1)
      && foreign_rows_next (&rows))
    foreign_rows_integer (&rows, 0, &epoch_ns);
  foreign_rows_end (&rows);
  return epoch_ns > 0 && epoch_ns < 2 * TRACE_TIME_MAX_NS ? epoch_ns : 0;
}

void
nsys_settings_read (NsysImport *import, NsysSettings *settings)
{
  static const char tool[] = "Nsight Systems";

  *settings = (NsysSettings){ .host_name = STRING_EMPTY, .epoch_ns = read_epoch (import) };
  add_text (settings, import->builder, "tool", tool, strlen (tool));
  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    read_place (import, settings, places[i].table, places[i].name, places[i].key);
  read_command (import, settings);
  read_messages (import, settings);
}

void
nsys_settings_add (const NsysSettings *settings, TraceBuilder *builder)
{
  if (settings->epoch_ns != 0)
    trace_builder_set_time_base (builder, settings->epoch_ns, true);
  if (settings->host_name != STRING_EMPTY)
    trace_builder_set_node_name (builder, settings->host_name);
  for (unsigned i = 0; i < settings->n; i++)
    trace_builder_add_setting (builder, settings->keys[i], settings->values[i]);
}
