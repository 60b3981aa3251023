/* SPDX-License-Identifier: Apache-2.0
 *
 * A window over the text of a source: what has been read and not yet used, in one piece of memory.
 *
 * The reader works on [at, end) and moves at forward. If a token does not end within the window, it calls
 * text_stream_more (), which keeps everything from at on, reads more after it and may move the memory. The
 * window grows only as far as one token needs, and doubles, so that a token of n bytes costs O(n) however
 * often it is tried again. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/import/chrome/text_chunk.h"

/* Text in one piece of memory, with JSON_PADDING bytes of 0 behind end. */
typedef struct
{
  const char *at, *end;
  const char *begin; /* begin of the memory */
  uint64_t offset;   /* of begin in the text of the file */
  bool at_end;       /* the text ends here: [at, end) is all that is left */
} TextSpan;

/* Returns the offset in the (decompressed) text of a place in the span. */
static inline int64_t
text_span_offset (const TextSpan *span, const char *place)
{
  return (int64_t) (span->offset + (uint64_t) (place - span->begin));
}

/* Supplies the next chunk in *ret_chunk, whose memory may be kept or swapped with the one passed in. Its n is
 * 0 at the end. */
typedef bool (*TextSupply) (void *user_data, TextChunk *chunk, GError **error);

typedef struct
{
  TextSpan span;
  TextChunk window; /* the memory of the span */
  TextChunk next;   /* memory for the next chunk */
  TextSupply supply;
  void *user_data;
} TextStream;

void text_stream_init (TextStream *stream, TextSupply supply, void *user_data);
void text_stream_clear (TextStream *stream);

/* Appends more text. Returns true with at_end set if there is none. Returns false with TRACE_ERROR_NO_MEMORY,
 * or with the error of the supply. */
bool text_stream_more (TextStream *stream, GError **error);

/* Replaces the window, which is used up, by a chunk: its text from byte at on. The memories are swapped,
 * except that memory which has grown far beyond a chunk is freed. */
void text_stream_take (TextStream *stream, TextChunk *chunk, size_t at);

/* Marks the window as used up, along with the text that follows it up to that byte. */
void text_stream_pass (TextStream *stream, uint64_t offset);
