/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/text_chunk.h"

#include <stdlib.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/text/trace_error.h"

/* The last event of a chunk is searched only within this many bytes before its end. */
#define SEARCH_BYTES ((size_t) 64 << 10)

/* Size of the first read. */
#define FIRST_BYTES ((size_t) 16 << 10)

void
text_chunk_clear (TextChunk *chunk)
{
  free (chunk->text);
  *chunk = (TextChunk){ 0 };
}

bool
text_chunk_reserve (TextChunk *chunk, size_t n)
{
  if (n <= chunk->capacity && chunk->text != NULL)
    return true;

  char *text = n > SIZE_MAX - JSON_PADDING ? NULL : realloc (chunk->text, n + JSON_PADDING);
  if (text == NULL)
    return false;
  chunk->text = text;
  chunk->capacity = n;
  return true;
}

void
text_chunk_cut (TextChunk *chunk, size_t n)
{
  chunk->n = n;
  memset (chunk->text + n, 0, JSON_PADDING);
}

void
text_chunker_init (TextChunker *chunker, ByteSource *source, size_t chunk_bytes)
{
  *chunker = (TextChunker){
    .source = source,
    .chunk_bytes = chunk_bytes == 0 ? TEXT_CHUNK_BYTES : chunk_bytes,
  };
}

void
text_chunker_clear (TextChunker *chunker)
{
  text_chunk_clear (&chunker->rest);
}

bool
text_chunker_is_at_end (const TextChunker *chunker)
{
  return chunker->at_end && chunker->rest.n == 0;
}

int
text_looks_like_event (const char *at, const char *end)
{
  static const char *const keys[] = {
    "ph", "name", "cat", "pid", "tid", "ts", "dur", "id", "args", "s", "bp"
  };
  const char *p = json_skip_space (at + 1, end);

  if (p == end)
    return -1;
  if (*p != '"')
    return 0;
  p++;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    {
      size_t n = strlen (keys[i]);
      if ((size_t) (end - p) <= n)
        {
          if (memcmp (keys[i], p, (size_t) (end - p)) == 0)
            return -1;
        }
      else if (p[n] == '"' && memcmp (keys[i], p, n) == 0)
        return 1;
    }
  return 0;
}

static const char *
skip_space_back (const char *begin, const char *at)
{
  while (at > begin && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
    at--;
  return at;
}

/* Returns whether an object ends before place: `} , {`, or `} {` where there is one event per line. */
static bool
follows_object (const char *begin, const char *place)
{
  const char *at = skip_space_back (begin, place);

  if (at > begin && at[-1] == ',')
    at = skip_space_back (begin, at - 1);
  return at > begin && at[-1] == '}';
}

/* Returns where the last event of the text seems to begin, or n if none can be seen. */
static size_t
find_last_event (const char *text, size_t n)
{
  const char *from = n > SEARCH_BYTES ? text + n - SEARCH_BYTES : text, *end = text + n;

  for (const char *at = end; (at = memrchr (from, '{', (size_t) (at - from))) != NULL;)
    if (at > text && text_looks_like_event (at, end) == 1 && follows_object (text, at))
      return (size_t) (at - text);
  return n;
}

bool
text_no_memory (GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                       "Not enough memory to read the file. Convert it on a larger machine.");
  return false;
}

bool
text_chunker_next (TextChunker *chunker, TextChunk *chunk, GError **error)
{
  /* A small file needs little memory. */
  size_t n_max = chunker->chunk_bytes, n = chunker->rest.n, n_read = 1;
  size_t n_room = chunker->at_end ? n : chunker->offset + n > 0 ? n_max : MIN (FIRST_BYTES, n_max);

  if (!text_chunk_reserve (chunk, n_room))
    return text_no_memory (error);
  if (n > 0)
    memcpy (chunk->text, chunker->rest.text, n);
  chunker->rest.n = 0;
  for (; !chunker->at_end && n < n_max; n += n_read)
    {
      if (n == n_room)
        n_room = n_max;
      if (!text_chunk_reserve (chunk, n_room))
        return text_no_memory (error);
      if (!byte_source_read (chunker->source, chunk->text + n, n_room - n, &n_read, error))
        return false;
      chunker->at_end = n_read == 0;
    }

  size_t cut = chunker->at_end ? n : find_last_event (chunk->text, n);
  if (n > cut)
    {
      if (!text_chunk_reserve (&chunker->rest, n - cut))
        return text_no_memory (error);
      memcpy (chunker->rest.text, chunk->text + cut, n - cut);
    }
  chunker->rest.n = n - cut;
  chunk->offset = chunker->offset;
  chunker->offset += cut;
  text_chunk_cut (chunk, cut);
  return true;
}
