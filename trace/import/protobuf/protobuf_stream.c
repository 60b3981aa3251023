/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/protobuf/protobuf_stream.h"

#include <stdlib.h>

#include "trace/container/large_memory.h"
#include "trace/text/trace_error.h"

#define PIECE_BYTES ((size_t) 1 << 20)

/* A tag and the longest number behind it. */
#define HEAD_BYTES 20

struct ProtobufStream
{
  ByteSource *source;
  bool is_seekable;
  ProtobufKeepsOn keeps_on;
  void *user_data;

  uint8_t *buffer;
  size_t capacity, at, filled;
  uint64_t base;  /* where buffer[0] lies in the decoded file */
  bool is_at_end; /* nothing follows what is in the buffer */
  bool is_cut;    /* the file ended inside a field */

  uint64_t ends[PROTOBUF_STREAM_DEPTH_MAX + 1]; /* of the messages entered, [0] that of the file: not known */
  unsigned depth;

  bool has_bytes; /* those up to bytes_end belong to the last field, and were neither taken nor entered */
  uint64_t bytes_end;
};

static ProtobufStream *
new_stream (ByteSource *source, ProtobufKeepsOn keeps_on, void *user_data)
{
  ProtobufStream *stream = calloc (1, sizeof *stream);

  if (stream == NULL)
    return NULL;
  stream->source = source;
  stream->keeps_on = keeps_on;
  stream->user_data = user_data;
  stream->ends[0] = UINT64_MAX;
  stream->capacity = PIECE_BYTES;
  stream->buffer = large_memory_new (stream->capacity);
  if (stream->buffer == NULL)
    g_clear_pointer (&stream, protobuf_stream_free);
  return stream;
}

ProtobufStream *
protobuf_stream_new (ByteSource *source, ProtobufKeepsOn keeps_on, void *user_data)
{
  return new_stream (source, keeps_on, user_data);
}

ProtobufStream *
protobuf_stream_new_at (ByteSource *source, uint64_t begin, ProtobufKeepsOn keeps_on, void *user_data)
{
  ProtobufStream *stream = new_stream (source, keeps_on, user_data);

  if (stream != NULL)
    {
      stream->is_seekable = true;
      stream->base = begin;
    }
  return stream;
}

void
protobuf_stream_free (ProtobufStream *stream)
{
  if (stream == NULL)
    return;
  free (stream->buffer);
  free (stream);
}

unsigned
protobuf_stream_depth (const ProtobufStream *stream)
{
  return stream->depth;
}

uint64_t
protobuf_stream_offset (const ProtobufStream *stream)
{
  return stream->base + stream->at;
}

/* ---- buffer ---- */

/* Empties the buffer; the next byte will be that at an offset. */
static void
move_to (ProtobufStream *stream, uint64_t offset)
{
  stream->base = offset;
  stream->at = stream->filled = 0;
  stream->is_at_end = false;
}

void
protobuf_stream_seek (ProtobufStream *stream, uint64_t offset)
{
  if (offset >= stream->base && offset - stream->base <= stream->filled)
    stream->at = (size_t) (offset - stream->base);
  else
    move_to (stream, offset);
  stream->is_cut = stream->has_bytes = false;
  stream->depth = 0;
}

/* Reads a piece behind what is in the buffer. */
static bool
read_piece (ProtobufStream *stream, GError **error)
{
  size_t room = MIN (stream->capacity - stream->filled, PIECE_BYTES), n;
  uint8_t *end = stream->buffer + stream->filled;

  if (stream->keeps_on != NULL && !stream->keeps_on (stream->user_data, error))
    return false;
  if (stream->is_seekable)
    {
      n = byte_source_read_at (stream->source, stream->base + stream->filled, end, room);
      stream->is_at_end = n < room;
    }
  else
    {
      if (!byte_source_read (stream->source, (char *) end, room, &n, error))
        return false;
      stream->is_at_end = n == 0;
    }
  stream->filled += n;
  return true;
}

/* Moves what is left to the begin of the buffer, and doubles the buffer if that is all of it. */
static bool
make_room (ProtobufStream *stream, GError **error)
{
  if (stream->at > 0)
    {
      memmove (stream->buffer, stream->buffer + stream->at, stream->filled - stream->at);
      stream->base += stream->at;
      stream->filled -= stream->at;
      stream->at = 0;
    }
  if (stream->filled == stream->capacity)
    {
      uint8_t *larger = realloc (stream->buffer, 2 * stream->capacity);

      if (larger == NULL)
        {
          g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                               "Not enough memory to read a message of this file.");
          return false;
        }
      stream->buffer = larger;
      stream->capacity *= 2;
    }
  return true;
}

/* Gets n bytes into the buffer in one piece, or as many as there are. */
static bool
gather (ProtobufStream *stream, uint64_t n, GError **error)
{
  while (stream->filled - stream->at < n && !stream->is_at_end)
    if (!make_room (stream, error) || !read_piece (stream, error))
      return false;
  return true;
}

/* Goes to an offset that is not behind. Sets is_cut if the file ends before it. */
static bool
pass_to (ProtobufStream *stream, uint64_t offset, GError **error)
{
  while (offset - stream->base > stream->filled)
    {
      if (stream->is_seekable)
        {
          uint64_t size = byte_source_decoded_size (stream->source);

          stream->is_cut = offset > size;
          move_to (stream, MIN (offset, size));
          return true;
        }
      if (stream->is_at_end)
        {
          stream->is_cut = true;
          stream->at = stream->filled;
          return true;
        }
      stream->base += stream->filled;
      stream->at = stream->filled = 0;
      if (!read_piece (stream, error))
        return false;
    }
  stream->at = (size_t) (offset - stream->base);
  return true;
}

/* ---- fields ---- */

/* Returns whether the file ends inside a number that begins here. */
static bool
is_unfinished (ProtobufSpan span)
{
  while (span.at < span.end && *span.at >= 0x80)
    span.at++;
  return span.at == span.end;
}

/* Takes the head of a field from the span: its tag, and the number or the length behind it. */
static bool
take_head (ProtobufSpan *span, ProtobufStreamField *field, bool *ret_unfinished)
{
  size_t width;

  *ret_unfinished = is_unfinished (*span);
  if (!protobuf_take_tag (span, &field->number, &field->wire))
    return false;
  field->value = 0;
  switch (field->wire)
    {
    case PROTOBUF_VARINT:
    case PROTOBUF_BYTES:
      *ret_unfinished = is_unfinished (*span);
      return protobuf_take_varint (span, &field->value);
    case PROTOBUF_FIXED64:
    case PROTOBUF_FIXED32:
      width = field->wire == PROTOBUF_FIXED64 ? 8 : 4;
      *ret_unfinished = (size_t) (span->end - span->at) < width;
      if (*ret_unfinished)
        return false;
      memcpy (&field->value, span->at, width);
      span->at += width;
      return true;
    case PROTOBUF_GROUP_BEGIN:
    case PROTOBUF_GROUP_END:
      return true;
    }
  return false;
}

/* Takes the next head, of the begin or end of a group, too. is_in_group: the message must not end here. */
static ProtobufStreamState
next_head (ProtobufStream *stream, bool is_in_group, ProtobufStreamField *field, GError **error)
{
  uint64_t left = stream->ends[stream->depth] - protobuf_stream_offset (stream);
  bool is_unfinished_head;

  if (stream->is_cut)
    return PROTOBUF_STREAM_TRUNCATED;
  if (left == 0)
    {
      if (is_in_group)
        return PROTOBUF_STREAM_DAMAGED;
      stream->depth--; /* the end of the file is not known: left is not 0 there */
      return PROTOBUF_STREAM_END;
    }
  if (!gather (stream, MIN (left, HEAD_BYTES), error))
    return PROTOBUF_STREAM_FAILED;

  const uint8_t *at = stream->buffer + stream->at;
  size_t n = stream->filled - stream->at;
  ProtobufSpan span = { at, at + MIN (n, left) };

  if (n == 0)
    {
      stream->is_cut = stream->depth > 0 || is_in_group;
      return stream->is_cut ? PROTOBUF_STREAM_TRUNCATED : PROTOBUF_STREAM_END;
    }
  field->offset = protobuf_stream_offset (stream);
  if (!take_head (&span, field, &is_unfinished_head))
    {
      stream->is_cut = is_unfinished_head && n < left && n < HEAD_BYTES;
      return stream->is_cut ? PROTOBUF_STREAM_TRUNCATED : PROTOBUF_STREAM_DAMAGED;
    }
  stream->at += (size_t) (span.at - at);
  if (field->wire == PROTOBUF_BYTES)
    {
      left = stream->ends[stream->depth] - protobuf_stream_offset (stream);
      if (field->value > left || field->value > INT64_MAX)
        return PROTOBUF_STREAM_DAMAGED;
      stream->has_bytes = true;
      stream->bytes_end = protobuf_stream_offset (stream) + field->value;
    }
  return PROTOBUF_STREAM_FIELD;
}

static bool
pass_bytes (ProtobufStream *stream, GError **error)
{
  bool has_bytes = stream->has_bytes;

  stream->has_bytes = false;
  return !has_bytes || pass_to (stream, stream->bytes_end, error);
}

ProtobufStreamState
protobuf_stream_next (ProtobufStream *stream, ProtobufStreamField *ret_field, GError **error)
{
  uint32_t open[PROTOBUF_GROUPS_MAX]; /* numbers of the groups that are passed over */
  unsigned n_open = 0;
  ProtobufStreamState state;

  do
    {
      if (!pass_bytes (stream, error))
        return PROTOBUF_STREAM_FAILED;
      state = next_head (stream, n_open > 0, ret_field, error);
      if (state != PROTOBUF_STREAM_FIELD)
        return state;
      if (ret_field->wire == PROTOBUF_GROUP_BEGIN)
        {
          if (n_open == PROTOBUF_GROUPS_MAX)
            return PROTOBUF_STREAM_DAMAGED;
          open[n_open++] = ret_field->number;
        }
      else if (ret_field->wire == PROTOBUF_GROUP_END)
        {
          if (n_open == 0 || open[--n_open] != ret_field->number)
            return PROTOBUF_STREAM_DAMAGED;
          continue;
        }
    }
  while (n_open > 0 || ret_field->wire == PROTOBUF_GROUP_END);
  return PROTOBUF_STREAM_FIELD;
}

/* Passes over the bytes of the last field if they lie in the buffer. */
static bool
pass_in_buffer (ProtobufStream *stream)
{
  if (stream->is_cut || (stream->has_bytes && stream->bytes_end - stream->base > stream->filled))
    return false;
  if (stream->has_bytes)
    stream->at = (size_t) (stream->bytes_end - stream->base);
  stream->has_bytes = false;
  return true;
}

/* Returns what of the message last entered is in the buffer. */
static ProtobufSpan
buffered (const ProtobufStream *stream)
{
  uint64_t left = stream->ends[stream->depth] - protobuf_stream_offset (stream);
  const uint8_t *at = stream->buffer + stream->at;

  return (ProtobufSpan){ at, at + MIN (stream->filled - stream->at, left) };
}

bool
protobuf_stream_take_run (ProtobufStream *stream,
                          uint32_t number,
                          ProtobufSpan *ret_span,
                          uint64_t *ret_offset)
{
  uint64_t length;

  if (!pass_in_buffer (stream))
    return false;
  ProtobufSpan span = buffered (stream);
  const uint8_t *at = span.at;
  if (span.end - at < 2 || *at++ != (number << 3 | PROTOBUF_BYTES)
      || (at = protobuf_varint (at, span.end, &length)) == NULL || length > (uint64_t) (span.end - at))
    return false;
  *ret_span = (ProtobufSpan){ at, at + length };
  *ret_offset = protobuf_stream_offset (stream);
  stream->at += (size_t) (at + length - span.at);
  return true;
}

uint64_t
protobuf_stream_pass_run (ProtobufStream *stream, uint32_t number)
{
  uint64_t n_passed = 0, length;

  if (!pass_in_buffer (stream))
    return 0;
  ProtobufSpan span = buffered (stream);
  const uint8_t *passed = span.at;
  for (const uint8_t *at = passed; span.end - at >= 2; passed = at, n_passed++)
    {
      if (*at++ != (number << 3 | PROTOBUF_BYTES) || (at = protobuf_varint (at, span.end, &length)) == NULL
          || length > (uint64_t) (span.end - at))
        break;
      at += length;
    }
  stream->at += (size_t) (passed - span.at);
  return n_passed;
}

ProtobufStreamState
protobuf_stream_bytes (ProtobufStream *stream, size_t max, ProtobufSpan *ret_span, GError **error)
{
  uint64_t n = stream->has_bytes ? stream->bytes_end - protobuf_stream_offset (stream) : 0;

  if (n > max)
    return PROTOBUF_STREAM_TOO_LARGE;
  if (!gather (stream, n, error))
    return PROTOBUF_STREAM_FAILED;

  const uint8_t *at = stream->buffer + stream->at;
  size_t n_found = MIN (stream->filled - stream->at, (size_t) n);
  stream->has_bytes = false;
  stream->is_cut = n_found < n;
  stream->at += n_found;
  *ret_span = (ProtobufSpan){ at, at + n_found };
  return stream->is_cut ? PROTOBUF_STREAM_TRUNCATED : PROTOBUF_STREAM_FIELD;
}

ProtobufStreamState
protobuf_stream_first_bytes (ProtobufStream *stream, size_t max, ProtobufSpan *ret_span, GError **error)
{
  uint64_t end = stream->bytes_end;
  bool is_longer = stream->has_bytes && end - protobuf_stream_offset (stream) > max;

  if (is_longer)
    stream->bytes_end = protobuf_stream_offset (stream) + max;
  ProtobufStreamState state = protobuf_stream_bytes (stream, max, ret_span, error);
  if (!is_longer || state != PROTOBUF_STREAM_FIELD)
    return state;
  stream->has_bytes = true;
  stream->bytes_end = end;
  return PROTOBUF_STREAM_TOO_LARGE;
}

bool
protobuf_stream_enter (ProtobufStream *stream)
{
  if (!stream->has_bytes || stream->depth == PROTOBUF_STREAM_DEPTH_MAX)
    return false;
  stream->ends[++stream->depth] = stream->bytes_end;
  stream->has_bytes = false;
  return true;
}

void
protobuf_stream_leave (ProtobufStream *stream)
{
  if (stream->depth == 0)
    return;
  stream->has_bytes = true;
  stream->bytes_end = stream->ends[stream->depth--];
}
