/* SPDX-License-Identifier: Apache-2.0
 *
 * Divides the text of a source into chunks. A chunk ends where an event seems to end: at the begin of
 * something that looks like an event, after a closing brace and a comma. That may be wrong (it may be inside
 * a string); the reader of a chunk finds out at the end of the chunk before.
 *
 * Where chunks end depends only on the text, not on how much the system returns at a time. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/source/byte_source.h"
#include "trace/json/json_scan.h"

/* The largest chunk. */
#define TEXT_CHUNK_BYTES ((size_t) 512 << 10)

/* text has room for capacity bytes and JSON_PADDING more; bytes after the first n are 0. */
typedef struct
{
  char *text; /* malloc () */
  size_t n, capacity;
  uint64_t offset; /* of the first byte in the text of the file */
} TextChunk;

void text_chunk_clear (TextChunk *chunk);

/* Makes room for n bytes and keeps the contents. Returns false if memory runs out. */
bool text_chunk_reserve (TextChunk *chunk, size_t n);

/* Ends the text after n bytes. */
void text_chunk_cut (TextChunk *chunk, size_t n);

typedef struct
{
  ByteSource *source;
  size_t chunk_bytes;
  TextChunk rest; /* already read; belongs to the next chunk */
  uint64_t offset;
  bool at_end;
} TextChunker;

/* chunk_bytes is the largest size of a chunk; 0 means TEXT_CHUNK_BYTES. */
void text_chunker_init (TextChunker *chunker, ByteSource *source, size_t chunk_bytes);
void text_chunker_clear (TextChunker *chunker);

/* Reads the next chunk; chunk->n is 0 at the end of the text. The memory of chunk is reused. One call at a
 * time, from any thread. Returns false with TRACE_ERROR_UNREADABLE or TRACE_ERROR_NO_MEMORY. */
bool text_chunker_next (TextChunker *chunker, TextChunk *chunk, GError **error);

/* Returns whether all text has been read and returned. */
bool text_chunker_is_at_end (const TextChunker *chunker);

/* Sets TRACE_ERROR_NO_MEMORY and returns false. */
bool text_no_memory (GError **error);

/* Returns whether text begins with `{ "key"`, where key is one that programs put first in an event. Returns
 * -1 if the text ends before that can be decided. */
int text_looks_like_event (const char *at, const char *end);
