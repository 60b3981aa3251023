/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/text_stream.h"

#include <string.h>


static const char nothing[JSON_PADDING];

void
text_stream_init (TextStream *stream, TextSupply supply, void *user_data)
{
  *stream = (TextStream){
    .span = { .at = nothing, .end = nothing, .begin = nothing },
    .supply = supply,
    .user_data = user_data,
  };
}

void
text_stream_clear (TextStream *stream)
{
  text_chunk_clear (&stream->window);
  text_chunk_clear (&stream->next);
}

void
text_stream_take (TextStream *stream, TextChunk *chunk, size_t at)
{
  TextChunk taken = *chunk;

  /* Memory enlarged by a large event is freed: otherwise many such pieces would be kept and never filled
   * again. */
  if (stream->window.capacity > 2 * TEXT_CHUNK_BYTES)
    text_chunk_clear (&stream->window);
  *chunk = stream->window;
  stream->window = taken;
  stream->span.begin = taken.text;
  stream->span.at = taken.text + at;
  stream->span.end = taken.text + taken.n;
  stream->span.offset = taken.offset;
}

void
text_stream_pass (TextStream *stream, uint64_t offset)
{
  stream->span.begin = stream->span.at = stream->span.end;
  stream->span.offset = offset;
}

/* Appends after the rest of the window. */
static bool
append (TextStream *stream, const TextChunk *chunk)
{
  TextSpan *span = &stream->span;
  TextChunk *window = &stream->window;
  size_t n_kept = (size_t) (span->end - span->at), n_passed = (size_t) (span->at - span->begin);
  size_t n_wanted;

  if (__builtin_add_overflow (n_kept, chunk->n, &n_wanted))
    return false;
  if (n_passed > 0)
    memmove (window->text, span->at, n_kept);
  window->n = n_kept;
  bool ok = n_wanted <= window->capacity || n_wanted > SIZE_MAX / 2
              ? n_wanted <= window->capacity
              : text_chunk_reserve (window, n_wanted * 2);
  if (ok)
    memcpy (window->text + n_kept, chunk->text, chunk->n);
  text_chunk_cut (window, ok ? n_wanted : n_kept);
  span->offset += n_passed;
  span->begin = span->at = window->text;
  span->end = window->text + window->n;
  return ok;
}

bool
text_stream_more (TextStream *stream, GError **error)
{
  TextSpan *span = &stream->span;
  size_t n_kept = (size_t) (span->end - span->at), n_added = 0;

  /* Reads at least as much as was kept, so that trying a token again stays linear. */
  do
    {
      if (!stream->supply (stream->user_data, &stream->next, error))
        return false;
      if (stream->next.n == 0)
        {
          span->at_end = true;
          return true;
        }
      n_added += stream->next.n;
      if (span->at == span->end)
        text_stream_take (stream, &stream->next, 0);
      else if (!append (stream, &stream->next))
        return text_no_memory (error);
    }
  while (n_added < n_kept);
  return true;
}
