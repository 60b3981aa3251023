/* SPDX-License-Identifier: Apache-2.0
 *
 * A window over the text of a source: what has been read and not yet used, in one piece of memory.
 *
 * The reader works on [at, end) and moves at forward. When a token does not end within the window it calls
 * text_stream_more (), which keeps everything from at on, reads behind it and may move the memory. The window
 * grows only as far as one token needs, and doubles, so that a token of n bytes costs O(n) however often it
 * is tried again. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/byte_source.h"
#include "trace/import/importer.h"

typedef struct
{
  const char *at, *end;

  ByteSource *source;
  const ImportControl *control;
  TraceBuilder *builder; /* told of with the progress */
  char *memory;
  size_t capacity;
  uint64_t begin_offset; /* of memory[0] in the text */
  bool at_end;           /* of the text: [at, end) is all that is left */
} TextStream;

/* builder: what the reader fills; borrowed. */
bool text_stream_init (TextStream *stream,
                       ByteSource *source,
                       const ImportControl *control,
                       TraceBuilder *builder,
                       GError **error);
void text_stream_clear (TextStream *stream);

/* Makes more text follow. True with at_end set when there is none. False: TRACE_ERROR_UNREADABLE,
 * TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
bool text_stream_more (TextStream *stream, GError **error);

/* Byte of the (decompressed) text that a place in the window is. */
static inline int64_t
text_stream_offset (const TextStream *stream, const char *place)
{
  return (int64_t) (stream->begin_offset + (uint64_t) (place - stream->memory));
}
