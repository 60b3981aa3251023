/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/conversion_message.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  uint32_t kind, text_bytes;
  uint64_t position_bytes, size_bytes, n_events;
  uint32_t number, zero;
} Head;

_Static_assert(sizeof (Head) == CONVERSION_MESSAGE_HEAD, "one form");
_Static_assert(CONVERSION_MESSAGE_MAX <= PIPE_BUF, "one write");

#define TEXT_MAX (CONVERSION_MESSAGE_MAX - CONVERSION_MESSAGE_HEAD)

bool
conversion_message_send (int fd, const ConversionMessage *message)
{
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  size_t n_text = message->text != NULL ? strnlen (message->text, TEXT_MAX) : 0;
  Head head = {
    .kind = message->kind,
    .text_bytes = (uint32_t) n_text,
    .position_bytes = message->position_bytes,
    .size_bytes = message->size_bytes,
    .n_events = message->n_events,
    .number = message->number,
  };
  ssize_t n_written;

  memcpy (bytes, &head, sizeof head);
  if (n_text > 0)
    memcpy (bytes + sizeof head, message->text, n_text);
  do
    n_written = write (fd, bytes, sizeof head + n_text);
  while (n_written < 0 && errno == EINTR);
  return n_written == (ssize_t) (sizeof head + n_text);
}

ssize_t
conversion_reader_fill (ConversionReader *reader, int fd)
{
  ssize_t n;

  do
    n = read (fd, reader->bytes + reader->n, sizeof reader->bytes - reader->n);
  while (n < 0 && errno == EINTR);
  if (n > 0)
    reader->n += (size_t) n;
  return n;
}

ConversionMessageState
conversion_reader_take (ConversionReader *reader, ConversionMessage *ret_message)
{
  Head head;

  if (reader->n < sizeof head)
    return CONVERSION_MESSAGE_INCOMPLETE;
  memcpy (&head, reader->bytes, sizeof head);
  if (head.kind < CONVERSION_PROGRESS || head.kind > CONVERSION_CONFINED || head.text_bytes > TEXT_MAX
      || head.zero != 0)
    return CONVERSION_MESSAGE_BROKEN;

  size_t n = sizeof head + head.text_bytes;
  if (reader->n < n)
    return CONVERSION_MESSAGE_INCOMPLETE;
  memcpy (reader->text, reader->bytes + sizeof head, head.text_bytes);
  reader->text[head.text_bytes] = '\0';
  reader->n -= n;
  memmove (reader->bytes, reader->bytes + n, reader->n);
  *ret_message = (ConversionMessage){
    .kind = (ConversionMessageKind) head.kind,
    .number = head.number,
    .position_bytes = head.position_bytes,
    .size_bytes = head.size_bytes,
    .n_events = head.n_events,
    .text = head.text_bytes > 0 ? reader->text : NULL,
  };
  return CONVERSION_MESSAGE_TAKEN;
}
