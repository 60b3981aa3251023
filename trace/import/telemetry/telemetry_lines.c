/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_lines.h"

#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES ((size_t) 256 * 1024)

bool
telemetry_lines_init (TelemetryLines *lines, ByteSource *source)
{
  *lines = (TelemetryLines){ .source = source, .buffer = malloc (BUFFER_BYTES + 1) };
  return lines->buffer != NULL;
}

void
telemetry_lines_clear (TelemetryLines *lines)
{
  free (lines->buffer);
  *lines = (TelemetryLines){ 0 };
}

/* Moves what is left to the begin of the buffer and reads on. */
static bool
fill (TelemetryLines *lines, GError **error)
{
  size_t n;

  memmove (lines->buffer, lines->buffer + lines->at, lines->n - lines->at);
  lines->offset += (int64_t) lines->at;
  lines->n -= lines->at;
  lines->at = 0;
  if (!byte_source_read (lines->source, lines->buffer + lines->n, BUFFER_BYTES - lines->n, &n, error))
    return false;
  lines->n += n;
  lines->is_at_end = n == 0;
  return true;
}

/* Reads to the end of a line that is too long. */
static bool
pass_long_line (TelemetryLines *lines, GError **error)
{
  const char *end = NULL;

  lines->n_long++;
  while ((end = memchr (lines->buffer + lines->at, '\n', lines->n - lines->at)) == NULL && !lines->is_at_end)
    {
      lines->at = lines->n;
      if (!fill (lines, error))
        return false;
    }
  lines->at = end != NULL ? (size_t) (end + 1 - lines->buffer) : lines->n;
  return true;
}

bool
telemetry_lines_next (TelemetryLines *lines,
                      char **ret_line,
                      size_t *ret_length,
                      int64_t *ret_offset,
                      GError **error)
{
  *ret_line = NULL;
  for (;;)
    {
      char *begin = lines->buffer + lines->at;
      char *end = memchr (begin, '\n', MIN (lines->n - lines->at, TELEMETRY_LINE_MAX));

      if (end == NULL && lines->n - lines->at >= TELEMETRY_LINE_MAX)
        {
          if (!pass_long_line (lines, error))
            return false;
          continue;
        }
      if (end == NULL && !lines->is_at_end)
        {
          if (!fill (lines, error))
            return false;
          continue;
        }
      if (end == NULL && lines->at == lines->n)
        return true;
      if (end == NULL)
        end = lines->buffer + lines->n;
      *ret_offset = lines->offset + (int64_t) lines->at;
      lines->at = MIN ((size_t) (end + 1 - lines->buffer), lines->n);
      if (end > begin && end[-1] == '\r')
        end--;
      *end = '\0';
      *ret_line = begin;
      *ret_length = (size_t) (end - begin);
      return true;
    }
}
