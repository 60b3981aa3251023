/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages of the converter process: what is sent arrives, in whatever pieces; bytes that are no message are refused. */

#include "app/converter/conversion_message.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  int read_fd, write_fd;
  ConversionReader reader;
} Pipe;

static void
set_up (Pipe *pipe_, gconstpointer data)
{
  int fds[2];
  (void) data;

  g_assert_cmpint (pipe (fds), ==, 0);
  pipe_->read_fd = fds[0];
  pipe_->write_fd = fds[1];
  pipe_->reader.n = 0;
}

static void
tear_down (Pipe *pipe_, gconstpointer data)
{
  (void) data;
  close (pipe_->read_fd);
  if (pipe_->write_fd >= 0)
    close (pipe_->write_fd);
}

static const ConversionMessage progress = {
  .kind = CONVERSION_PROGRESS,
  .number = 3,
  .position_bytes = UINT64_C (5000000000),
  .size_bytes = UINT64_MAX,
  .n_events = 7,
};

static void
assert_same (const ConversionMessage *a, const ConversionMessage *b)
{
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpuint (a->number, ==, b->number);
  g_assert_cmpuint (a->position_bytes, ==, b->position_bytes);
  g_assert_cmpuint (a->size_bytes, ==, b->size_bytes);
  g_assert_cmpuint (a->n_events, ==, b->n_events);
  g_assert_cmpstr (a->text, ==, b->text);
}

static void
test_arrives_as_sent (Pipe *pipe_, gconstpointer data)
{
  const ConversionMessage failed = { .kind = CONVERSION_FAILED,
                                     .number = 1,
                                     .text = "x.json: it is \xff\xfe." };
  ConversionMessage message;
  (void) data;

  g_assert_true (conversion_message_send (pipe_->write_fd, &progress));
  g_assert_true (conversion_message_send (pipe_->write_fd, &failed));
  g_assert_true (conversion_message_send (pipe_->write_fd, &progress));
  g_assert_cmpint (conversion_reader_fill (&pipe_->reader, pipe_->read_fd), >, 0);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_TAKEN);
  assert_same (&message, &progress);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_TAKEN);
  assert_same (&message, &failed);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_TAKEN);
  assert_same (&message, &progress);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_INCOMPLETE);
}

/* What one message is as bytes. */
static size_t
bytes_of (Pipe *pipe_, const ConversionMessage *message, uint8_t bytes[CONVERSION_MESSAGE_MAX])
{
  g_assert_true (conversion_message_send (pipe_->write_fd, message));
  ssize_t n = read (pipe_->read_fd, bytes, CONVERSION_MESSAGE_MAX);
  g_assert_cmpint (n, >, 0);
  return (size_t) n;
}

static void
test_arrives_in_pieces (Pipe *pipe_, gconstpointer data)
{
  const ConversionMessage failed = { .kind = CONVERSION_FAILED, .number = 1, .text = "a sentence" };
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  size_t n = bytes_of (pipe_, &failed, bytes);
  ConversionMessage message;
  (void) data;

  for (size_t i = 0; i < n; i++)
    {
      g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_INCOMPLETE);
      g_assert_cmpint (write (pipe_->write_fd, bytes + i, 1), ==, 1);
      g_assert_cmpint (conversion_reader_fill (&pipe_->reader, pipe_->read_fd), ==, 1);
    }
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_TAKEN);
  assert_same (&message, &failed);
}

static void
test_long_text_is_cut (Pipe *pipe_, gconstpointer data)
{
  g_autofree char *text = g_strnfill (100000, 'x');
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  ConversionMessage message = { .kind = CONVERSION_FAILED, .text = text };
  (void) data;

  g_assert_cmpuint (bytes_of (pipe_, &message, bytes), ==, CONVERSION_MESSAGE_MAX);
  g_assert_true (conversion_message_send (pipe_->write_fd, &message));
  g_assert_cmpint (conversion_reader_fill (&pipe_->reader, pipe_->read_fd), ==, CONVERSION_MESSAGE_MAX);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_TAKEN);
  g_assert_cmpuint (strlen (message.text), ==, CONVERSION_MESSAGE_MAX - CONVERSION_MESSAGE_HEAD);
}

static void
test_end_is_told (Pipe *pipe_, gconstpointer data)
{
  (void) data;
  close (pipe_->write_fd);
  pipe_->write_fd = -1;
  g_assert_cmpint (conversion_reader_fill (&pipe_->reader, pipe_->read_fd), ==, 0);
}

/* Every value of every byte of a head: a message, an unfinished one or none, but never a text beyond its bytes. */
static void
test_any_bytes_are_survived (Pipe *pipe_, gconstpointer data)
{
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  ConversionMessage message;
  unsigned n_of[3] = { 0 };
  (void) data;

  size_t n = bytes_of (pipe_, &progress, bytes);
  for (size_t i = 0; i < n; i++)
    for (unsigned value = 0; value < 256; value++)
      {
        ConversionMessageState state;

        memcpy (pipe_->reader.bytes, bytes, n);
        pipe_->reader.bytes[i] = (uint8_t) value;
        pipe_->reader.n = n;
        state = conversion_reader_take (&pipe_->reader, &message);
        n_of[state]++;
        g_assert_cmpuint (pipe_->reader.n, ==, state == CONVERSION_MESSAGE_TAKEN ? 0 : n);
        if (state == CONVERSION_MESSAGE_TAKEN)
          g_assert_null (message.text);
      }
  g_assert_cmpuint (n_of[CONVERSION_MESSAGE_TAKEN], >, 0);
  g_assert_cmpuint (n_of[CONVERSION_MESSAGE_INCOMPLETE], >, 0);
  g_assert_cmpuint (n_of[CONVERSION_MESSAGE_BROKEN], >, 0);
}

/* A length that the reader can never hold would be waited for without end. */
static void
test_length_beyond_the_reader_is_broken (Pipe *pipe_, gconstpointer data)
{
  uint32_t n_text = CONVERSION_MESSAGE_MAX - CONVERSION_MESSAGE_HEAD;
  ConversionMessage message;
  (void) data;

  size_t n = bytes_of (pipe_, &progress, pipe_->reader.bytes);
  pipe_->reader.n = n;
  memcpy (pipe_->reader.bytes + 4, &n_text, sizeof n_text);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_INCOMPLETE);
  n_text++;
  memcpy (pipe_->reader.bytes + 4, &n_text, sizeof n_text);
  g_assert_cmpint (conversion_reader_take (&pipe_->reader, &message), ==, CONVERSION_MESSAGE_BROKEN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/conversion_message/" path, Pipe, NULL, set_up, function, tear_down)
  ADD ("arrives_as_sent", test_arrives_as_sent);
  ADD ("arrives_in_pieces", test_arrives_in_pieces);
  ADD ("long_text_is_cut", test_long_text_is_cut);
  ADD ("end_is_told", test_end_is_told);
  ADD ("any_bytes_are_survived", test_any_bytes_are_survived);
  ADD ("length_beyond_the_reader_is_broken", test_length_beyond_the_reader_is_broken);
  return g_test_run ();
}
