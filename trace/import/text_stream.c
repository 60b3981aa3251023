/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/text_stream.h"

#include <stdlib.h>
#include <string.h>

#include "trace/trace_error.h"

#define FIRST_CAPACITY (1024 * 1024)

static bool
no_memory (GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                       "Not enough memory to read the file. Convert it on a larger machine.");
  return false;
}

bool
text_stream_init (TextStream *stream,
                  ByteSource *source,
                  const ImportControl *control,
                  TraceBuilder *builder,
                  GError **error)
{
  *stream = (TextStream){
    .source = source,
    .control = control,
    .builder = builder,
    .memory = malloc (FIRST_CAPACITY),
    .capacity = FIRST_CAPACITY,
  };
  if (stream->memory == NULL)
    return no_memory (error);
  stream->at = stream->end = stream->memory;
  return text_stream_more (stream, error);
}

void
text_stream_clear (TextStream *stream)
{
  free (stream->memory);
  *stream = (TextStream){ 0 };
}

bool
text_stream_more (TextStream *stream, GError **error)
{
  size_t kept = (size_t) (stream->end - stream->at);

  if (!import_control_continue (stream->control, stream->source, stream->builder, error))
    return false;

  if (stream->at > stream->memory)
    {
      stream->begin_offset += (uint64_t) (stream->at - stream->memory);
      memmove (stream->memory, stream->at, kept);
    }
  if (kept > stream->capacity / 2)
    {
      char *grown = stream->capacity > SIZE_MAX / 2 ? NULL : realloc (stream->memory, stream->capacity * 2);

      if (grown == NULL)
        {
          stream->at = stream->memory;
          stream->end = stream->memory + kept;
          return no_memory (error);
        }
      stream->memory = grown;
      stream->capacity *= 2;
    }
  stream->at = stream->memory;
  stream->end = stream->memory + kept;

  /* At least as much again as was kept, so that trying a token again stays linear. */
  size_t want = kept > stream->capacity - kept ? stream->capacity - kept : kept;
  do
    {
      size_t n;

      if (!byte_source_read (stream->source, stream->memory + kept, stream->capacity - kept, &n, error))
        return false;
      if (n == 0)
        {
          stream->at_end = true;
          break;
        }
      kept += n;
      want = n > want ? 0 : want - n;
    }
  while (want > 0 && kept < stream->capacity);
  stream->end = stream->memory + kept;
  return true;
}
