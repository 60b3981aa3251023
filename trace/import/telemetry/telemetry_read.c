/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/import/source/byte_source.h"
#include "trace/import/telemetry/telemetry_format.h"
#include "trace/import/telemetry/telemetry_lines.h"
#include "trace/text/trace_error.h"

/* In the order in which they are tried. */
static const TelemetryFormat *const formats[] = {
  &nvidia_smi_format, &rocm_smi_format, &dcgmi_dmon_format, &perf_stat_format, &sagemaker_metrics_format,
};

/* What stands before the first line of a format: warnings, blank lines, what the shell said. */
#define LINES_BEFORE_MAX 64

static const TelemetryFormat *
format_of_line (const char *line)
{
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->recognise (line))
      return formats[i];
  return NULL;
}

uint32_t
telemetry_format_number (const char *word)
{
  uint32_t i = 0;

  while (i < G_N_ELEMENTS (formats) && strcmp (formats[i]->word, word) != 0)
    i++;
  return i;
}

bool
telemetry_format_of_number (uint32_t number, const char **ret_word, const char **ret_title)
{
  if (number >= G_N_ELEMENTS (formats))
    return false;
  *ret_word = formats[number]->word;
  *ret_title = formats[number]->title;
  return true;
}

char *
telemetry_formats_sentence (void)
{
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (text, "%s%s",
                            i == 0                           ? ""
                            : i + 1 < G_N_ELEMENTS (formats) ? ", "
                                                             : " and ",
                            formats[i]->title);
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *path;
  Telemetry *telemetry;
  const TelemetryFormat *format; /* NULL until a line is recognised */
  void *state;
  unsigned n_before;
} Reading;

static void
refuse (const Reading *reading, GError **error)
{
  g_autofree char *known = telemetry_formats_sentence ();

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: is in no known format of counters. Those of %s can be attached to a profile.",
               reading->path, known);
}

/* Returns false with an error. */
static bool
take_line (Reading *reading, char *line, int64_t offset, GError **error)
{
  Telemetry *telemetry = reading->telemetry;

  if (reading->format == NULL)
    {
      reading->format = line[0] != '\0' ? format_of_line (line) : NULL;
      if (reading->format == NULL && ++reading->n_before > LINES_BEFORE_MAX)
        {
          refuse (reading, error);
          return false;
        }
      if (reading->format == NULL)
        return true;
      telemetry->format = reading->format->word;
      telemetry->title = reading->format->title;
      reading->state = calloc (1, reading->format->state_bytes + 1);
      telemetry->has_failed = reading->state == NULL;
    }
  const char *reason = telemetry->has_failed || line[0] == '\0'
                         ? NULL
                         : reading->format->take_line (telemetry, reading->state, line, offset);
  if (reason != NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", reading->path, reason);
      return false;
    }
  return true;
}

/* PowerShell writes what it redirects as UTF-16. */
static bool
is_utf16 (const char *line, size_t length)
{
  return length >= 2 && (memcmp (line, "\xff\xfe", 2) == 0 || memcmp (line, "\xfe\xff", 2) == 0);
}

static void
refuse_utf16 (const Reading *reading, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: is UTF-16 text. Convert it to UTF-8: iconv -f UTF-16 -t UTF-8 FILE > NEW, or in PowerShell: "
               "Get-Content FILE | Set-Content -Encoding utf8 NEW",
               reading->path);
}

static bool
take_lines (Reading *reading, ByteSource *source, GError **error)
{
  TelemetryLines lines;
  char *line = NULL;
  size_t length;
  int64_t offset;
  bool ok = telemetry_lines_init (&lines, source), is_first = true;

  reading->telemetry->has_failed = !ok;
  while (ok && !reading->telemetry->has_failed
         && (ok = telemetry_lines_next (&lines, &line, &length, &offset, error)) && line != NULL)
    {
      if (is_first && length >= 3 && memcmp (line, "\xef\xbb\xbf", 3) == 0)
        line += 3;
      if (is_first && is_utf16 (line, length))
        {
          refuse_utf16 (reading, error);
          ok = false;
          break;
        }
      is_first = false;
      if (!take_line (reading, line, offset, error))
        ok = false;
    }
  for (; lines.n_long > 0; lines.n_long--)
    telemetry_skip_row (reading->telemetry, 0);
  telemetry_lines_clear (&lines);
  if (reading->telemetry->has_failed && (error == NULL || *error == NULL))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.",
                   reading->path);
      return false;
    }
  return ok;
}

/* The key is that of all bytes, those behind the end of compressed data included. */
static bool
read_rest (ByteSource *source, GError **error)
{
  bool is_at_end = false;

  while (!is_at_end)
    if (!byte_source_pass (source, &is_at_end, error))
      return false;
  return true;
}

static bool
check (const Reading *reading, GError **error)
{
  if (reading->format == NULL)
    {
      refuse (reading, error);
      return false;
    }
  const char *reason =
    reading->format->end != NULL ? reading->format->end (reading->telemetry, reading->state) : NULL;
  if (reason != NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", reading->path, reason);
      return false;
    }
  if (reading->telemetry->n_samples == 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: has no value that can be shown.",
                   reading->path);
      return false;
    }
  return true;
}

Telemetry *
telemetry_read_fd (int fd, const char *path, GError **error)
{
  g_autoptr (Telemetry) telemetry = telemetry_new ();
  Reading reading = { .path = path, .telemetry = telemetry };
  ByteSource *source = byte_source_new (fd, path, BYTE_SOURCE_EXACT, error);

  if (source == NULL)
    return NULL;
  telemetry->modified_ns = byte_source_facts (source).modified_ns;
  bool ok = take_lines (&reading, source, error) && read_rest (source, error) && check (&reading, error);
  if (ok)
    byte_source_key (source, telemetry->key);
  if (ok && byte_source_condition (source) != BYTE_SOURCE_INTACT
      && byte_source_condition (source) != BYTE_SOURCE_TRAILING)
    telemetry_skip_row (telemetry, (int64_t) byte_source_position (source));
  byte_source_free (source);
  if (reading.format != NULL && reading.format->clear != NULL && reading.state != NULL)
    reading.format->clear (reading.state);
  free (reading.state);
  return ok ? g_steal_pointer (&telemetry) : NULL;
}

Telemetry *
telemetry_read (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0)
    {
      int saved = errno;

      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return NULL;
    }
  Telemetry *telemetry = telemetry_read_fd (fd, path, error);
  close (fd);
  return telemetry;
}
