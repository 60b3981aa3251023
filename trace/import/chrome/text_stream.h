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

#include "trace/import/chrome/text_chunk.h"

/* Text in one piece of memory, with JSON_PADDING bytes of 0 behind end. */
typedef struct
{
  const char *at, *end;
  const char *begin; /* of the memory */
  uint64_t offset;   /* of begin in the text of the file */
  bool at_end;       /* of the text: [at, end) is all that is left */
} TextSpan;

/* Byte of the (decompressed) text that a place in the span is. */
static inline int64_t
text_span_offset (const TextSpan *span, const char *place)
{
  return (int64_t) (span->offset + (uint64_t) (place - span->begin));
}

/* Where the chunks come from: the next one in *ret_chunk, whose memory may be taken or left (swapped with the one that
 * is there); its n is 0 at the end. */
typedef bool (*TextSupply) (void *user_data, TextChunk *chunk, GError **error);

typedef struct
{
  TextSpan span;
  TextChunk window; /* the memory of the span */
  TextChunk next;   /* memory for what comes */
  TextSupply supply;
  void *user_data;
} TextStream;

void text_stream_init (TextStream *stream, TextSupply supply, void *user_data);
void text_stream_clear (TextStream *stream);

/* Makes more text follow. True with at_end set when there is none. False: TRACE_ERROR_NO_MEMORY, or what the supply
 * says. */
bool text_stream_more (TextStream *stream, GError **error);

/* Takes a chunk in place of the window, which is used up: its text from byte at on. The memories are swapped, but
 * for one that has grown far beyond a chunk, which is freed. */
void text_stream_take (TextStream *stream, TextChunk *chunk, size_t at);

/* The window is used up, and so is, without it, what follows up to that byte of the text. */
void text_stream_pass (TextStream *stream, uint64_t offset);
