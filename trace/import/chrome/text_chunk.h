/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a source in chunks that end where, as far as can be seen from there, an event ends: at the begin of
 * something that looks like an event, behind a closing brace and a comma. That may be wrong (it may be in the midst of a
 * string); who reads a chunk finds out at the end of the chunk before.
 *
 * Where chunks end depends on the text alone, not on how much the system gives at a time. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/source/byte_source.h"
#include "trace/json/json_scan.h"

/* A chunk has at most so many. */
#define TEXT_CHUNK_BYTES ((size_t) 512 << 10)

/* text has room for capacity bytes and JSON_PADDING more; those behind the n that are there are 0. */
typedef struct
{
  char *text; /* malloc () */
  size_t n, capacity;
  uint64_t offset; /* of the first byte in the text of the file */
} TextChunk;

void text_chunk_clear (TextChunk *chunk);

/* Room for n bytes; what is there is kept. False: out of memory. */
bool text_chunk_reserve (TextChunk *chunk, size_t n);

/* Ends the text after n bytes. */
void text_chunk_cut (TextChunk *chunk, size_t n);

typedef struct
{
  ByteSource *source;
  size_t chunk_bytes;
  TextChunk rest; /* read, and belongs to the next chunk */
  uint64_t offset;
  bool at_end;
} TextChunker;

/* chunk_bytes: of a chunk at most; 0: TEXT_CHUNK_BYTES. */
void text_chunker_init (TextChunker *chunker, ByteSource *source, size_t chunk_bytes);
void text_chunker_clear (TextChunker *chunker);

/* The next chunk; chunk->n is 0 at the end of the text. The memory of chunk is used again. One call at a time, from any
 * thread. False: TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY. */
bool text_chunker_next (TextChunker *chunker, TextChunk *chunk, GError **error);

/* There is no more text, nor any that was read and not given. */
bool text_chunker_is_at_end (const TextChunker *chunker);

/* There is not the memory for a text: sets TRACE_ERROR_NO_MEMORY and returns false. */
bool text_no_memory (GError **error);

/* Whether text begins `{ "key"` with a key that writers put first in an event. -1: it ends before that can be told. */
int text_looks_like_event (const char *at, const char *end);
