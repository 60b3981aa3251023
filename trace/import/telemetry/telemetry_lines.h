/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of a text file, of bounded length. One owner. */

#pragma once

#include "trace/import/source/byte_source.h"

#define TELEMETRY_LINE_MAX ((size_t) 64 * 1024)

typedef struct
{
  ByteSource *source; /* borrowed */
  char *buffer;
  size_t n, at;    /* bytes in the buffer, and those of them that were returned */
  int64_t offset;  /* of buffer[0] in the text */
  uint64_t n_long; /* lines that were longer than TELEMETRY_LINE_MAX and were left out */
  bool is_at_end;
} TelemetryLines;

/* Returns false if memory runs out; call telemetry_lines_clear () in any case. */
bool telemetry_lines_init (TelemetryLines *lines, ByteSource *source);
void telemetry_lines_clear (TelemetryLines *lines);

/* Sets *ret_line to the next line, without its end, and *ret_offset to its place in the text. The line may be changed; it is
 * valid until the next call, and a NUL follows it. *ret_line is NULL behind the last line. Returns false with the errors of
 * byte_source_read (). O(length of the line). */
bool telemetry_lines_next (TelemetryLines *lines,
                           char **ret_line,
                           size_t *ret_length,
                           int64_t *ret_offset,
                           GError **error);
