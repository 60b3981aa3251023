/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/protobuf/protobuf_stream.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/text/trace_error.h"

#define MIB ((size_t) 1 << 20)

typedef struct
{
  int fd;
  ByteSource *source;
  ProtobufStream *stream;
} Opened;

/* The two ways to read the same bytes. */
typedef enum
{
  IN_ORDER,
  AT_ANY_PLACE,
  N_WAYS
} Way;

static Opened
open_fd (int fd, Way way, ProtobufKeepsOn keeps_on, void *user_data)
{
  Opened opened = { .fd = fd };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  opened.source = byte_source_new (fd, "-", BYTE_SOURCE_EXACT, &error);
  g_assert_no_error (error);
  if (way == AT_ANY_PLACE)
    g_assert_true (byte_source_make_seekable (opened.source, NULL, NULL, &error));
  opened.stream = way == AT_ANY_PLACE ? protobuf_stream_new_at (opened.source, 0, keeps_on, user_data)
                                      : protobuf_stream_new (opened.source, keeps_on, user_data);
  g_assert_nonnull (opened.stream);
  return opened;
}

static Opened
open_bytes (const void *bytes, size_t n, Way way)
{
  int fd = memfd_create ("protobuf", MFD_CLOEXEC);

  g_assert_true (write (fd, bytes, n) == (ssize_t) n);
  return open_fd (fd, way, NULL, NULL);
}

static void
close_opened (Opened *opened)
{
  protobuf_stream_free (opened->stream);
  byte_source_free (opened->source);
  close (opened->fd);
}

static ProtobufStreamState
next (Opened *opened, ProtobufStreamField *field)
{
  g_autoptr (GError) error = NULL;
  ProtobufStreamState state = protobuf_stream_next (opened->stream, field, &error);

  g_assert_no_error (error);
  return state;
}

static void
assert_field (Opened *opened, uint32_t number, ProtobufWire wire, uint64_t value)
{
  ProtobufStreamField field;

  g_assert_cmpint (next (opened, &field), ==, PROTOBUF_STREAM_FIELD);
  g_assert_cmpuint (field.number, ==, number);
  g_assert_cmpint (field.wire, ==, wire);
  g_assert_cmpuint (field.value, ==, value);
}

static void
assert_state (Opened *opened, ProtobufStreamState state)
{
  ProtobufStreamField field;

  g_assert_cmpint (next (opened, &field), ==, state);
}

static void
assert_span (ProtobufSpan span, const char *text)
{
  g_assert_cmpuint ((size_t) (span.end - span.at), ==, strlen (text));
  g_assert_true (memcmp (span.at, text, strlen (text)) == 0);
}

static void
assert_bytes (Opened *opened, const char *text)
{
  g_autoptr (GError) error = NULL;
  ProtobufSpan span;

  g_assert_cmpint (protobuf_stream_bytes (opened->stream, 100, &span, &error), ==, PROTOBUF_STREAM_FIELD);
  assert_span (span, text);
}

#define TEXT(bytes) bytes, sizeof (bytes) - 1

static void
test_messages_are_entered_taken_or_passed_over (void)
{
  /* 1: {2: "abc" 3: {4: 9} 5: 1.0} 6: "skipped" 7: !{8: "x"} 9: "" */
  static const char bytes[] = "\x0a\x12\x12\x03"
                              "abc\x1a\x02\x20\x09\x29\x00\x00\x00\x00\x00\x00\xf0\x3f\x32\x07"
                              "skipped\x3b\x42\x01x\x3c\x4a\x00";

  for (Way way = 0; way < N_WAYS; way++)
    {
      Opened opened = open_bytes (TEXT (bytes), way);

      assert_field (&opened, 1, PROTOBUF_BYTES, 18);
      g_assert_true (protobuf_stream_enter (opened.stream));
      assert_field (&opened, 2, PROTOBUF_BYTES, 3);
      assert_bytes (&opened, "abc");
      g_assert_false (protobuf_stream_enter (opened.stream));
      assert_field (&opened, 3, PROTOBUF_BYTES, 2);
      g_assert_true (protobuf_stream_enter (opened.stream));
      g_assert_cmpuint (protobuf_stream_depth (opened.stream), ==, 2);
      assert_field (&opened, 4, PROTOBUF_VARINT, 9);
      g_assert_false (protobuf_stream_enter (opened.stream));
      assert_state (&opened, PROTOBUF_STREAM_END);
      assert_field (&opened, 5, PROTOBUF_FIXED64, UINT64_C (0x3ff0000000000000));
      assert_state (&opened, PROTOBUF_STREAM_END);
      g_assert_cmpuint (protobuf_stream_depth (opened.stream), ==, 0);
      assert_field (&opened, 6, PROTOBUF_BYTES, 7);
      assert_field (&opened, 9, PROTOBUF_BYTES, 0);
      assert_bytes (&opened, "");
      assert_state (&opened, PROTOBUF_STREAM_END);
      assert_state (&opened, PROTOBUF_STREAM_END);
      g_assert_cmpuint (protobuf_stream_offset (opened.stream), ==, sizeof bytes - 1);
      close_opened (&opened);
    }
}

static void
test_a_damaged_message_can_be_left (void)
{
  static const char bytes[] = "\x0a\x04\x08\x01\x00\x00\x10\x05"; /* 1: {1: 1 damage} 2: 5 */

  for (Way way = 0; way < N_WAYS; way++)
    {
      Opened opened = open_bytes (TEXT (bytes), way);

      assert_field (&opened, 1, PROTOBUF_BYTES, 4);
      g_assert_true (protobuf_stream_enter (opened.stream));
      assert_field (&opened, 1, PROTOBUF_VARINT, 1);
      assert_state (&opened, PROTOBUF_STREAM_DAMAGED);
      protobuf_stream_leave (opened.stream);
      assert_field (&opened, 2, PROTOBUF_VARINT, 5);
      assert_state (&opened, PROTOBUF_STREAM_END);
      protobuf_stream_leave (opened.stream);
      close_opened (&opened);
    }
}

static void
test_damage_inside_a_message (void)
{
  static const struct
  {
    const char *bytes;
    size_t n;
  } bad[] = {
    { TEXT ("\x0a\x02\x12\x05xxxxx") },    /* longer than the message around it */
    { TEXT ("\x0a\x02\x08\x80\x01\x00") }, /* a number likewise */
    { TEXT ("\x0a\x03\x09\x01\x02\x03\x04") },
    { TEXT ("\x0a\x01\x80\x01") }, /* a tag likewise */
    { TEXT ("\x0a\x02\x00\x00") },
    { TEXT ("\x0a\x02\x0e\x00") },
    { TEXT ("\x0a\x01\x0c") },             /* the end of no group */
    { TEXT ("\x0a\x02\x0b\x14\x00\x00") }, /* of another group */
    { TEXT ("\x0a\x02\x0b\x0b\x0c\x0c") }, /* the group lasts longer than the message */
    { TEXT ("\x0a\x0c\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x") },
  };

  for (size_t i = 0; i < 2 * G_N_ELEMENTS (bad); i++)
    {
      Opened opened = open_bytes (bad[i / 2].bytes, bad[i / 2].n, i % 2);
      ProtobufStreamField field;

      g_test_message ("bytes %zu", i / 2);
      g_assert_cmpint (next (&opened, &field), ==, PROTOBUF_STREAM_FIELD);
      g_assert_true (protobuf_stream_enter (opened.stream));
      assert_state (&opened, PROTOBUF_STREAM_DAMAGED);
      g_assert_cmpuint (protobuf_stream_depth (opened.stream), ==, 1);
      close_opened (&opened);
    }
}

static void
test_every_cut_is_seen (void)
{
  static const char bytes[] = "\x0a\x0b\x12\x03"
                              "abc\x1a\x04\x25\x01\x02\x03"; /* 1: {2: "abc" 3: {4: half a number}} */
  static const size_t ends[] = { 0 };                        /* where a cut is no damage */

  for (size_t i = 0; i < 2 * (sizeof bytes - 1); i++)
    {
      size_t n = i / 2;
      Opened opened = open_bytes (bytes, n, i % 2);
      ProtobufStreamState state;
      ProtobufStreamField field;

      g_test_message ("the first %zu bytes", n);
      while ((state = next (&opened, &field)) == PROTOBUF_STREAM_FIELD)
        if (field.wire == PROTOBUF_BYTES && field.number != 2)
          g_assert_true (protobuf_stream_enter (opened.stream));
      g_assert_cmpint (state, ==, n == ends[0] ? PROTOBUF_STREAM_END : PROTOBUF_STREAM_TRUNCATED);
      g_assert_cmpint (next (&opened, &field), ==, state);
      close_opened (&opened);
    }
}

static void
test_a_cut_field_gives_what_there_is (void)
{
  for (Way way = 0; way < N_WAYS; way++)
    {
      Opened opened = open_bytes (TEXT ("\x08\x01\x12\x7fxyz"), way);
      g_autoptr (GError) error = NULL;
      ProtobufSpan span;

      assert_field (&opened, 1, PROTOBUF_VARINT, 1);
      assert_field (&opened, 2, PROTOBUF_BYTES, 127);
      g_assert_cmpint (protobuf_stream_bytes (opened.stream, 126, &span, &error), ==,
                       PROTOBUF_STREAM_TOO_LARGE);
      g_assert_cmpint (protobuf_stream_bytes (opened.stream, 127, &span, &error), ==,
                       PROTOBUF_STREAM_TRUNCATED);
      g_assert_no_error (error);
      assert_span (span, "xyz");
      assert_state (&opened, PROTOBUF_STREAM_TRUNCATED);
      close_opened (&opened);
    }
}

static void
test_depth_is_bounded (void)
{
  uint8_t bytes[2 * (PROTOBUF_STREAM_DEPTH_MAX + 1)];

  for (size_t i = 0; i < sizeof bytes / 2; i++)
    {
      bytes[2 * i] = 0x0a;
      bytes[2 * i + 1] = (uint8_t) (sizeof bytes - 2 * i - 2);
    }
  Opened opened = open_bytes (bytes, sizeof bytes, IN_ORDER);
  for (size_t i = 0; i <= PROTOBUF_STREAM_DEPTH_MAX; i++)
    {
      ProtobufStreamField field;

      g_assert_cmpint (next (&opened, &field), ==, PROTOBUF_STREAM_FIELD);
      g_assert_cmpint (protobuf_stream_enter (opened.stream), ==, i < PROTOBUF_STREAM_DEPTH_MAX);
    }
  close_opened (&opened);
}

static void
put (GByteArray *bytes, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    g_byte_array_append (bytes, &(guint8){ (guint8) (value | 0x80) }, 1);
  g_byte_array_append (bytes, &(guint8){ (guint8) value }, 1);
}

/* Fields of all sizes lie across the ends of the buffer. */
static void
test_fields_across_the_buffer (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *content = g_malloc0 (3 * MIB);
  static const size_t sizes[] = { 0, 1, 100, 3 * 1024, 300 * 1024, MIB, MIB + 1, 3 * MIB, 7 };
  size_t n = 60;

  for (size_t i = 0; i < n; i++)
    {
      size_t size = sizes[i % G_N_ELEMENTS (sizes)];

      put (bytes, 1 << 3 | PROTOBUF_BYTES);
      put (bytes, size);
      memset (content, (int) i, size);
      g_byte_array_append (bytes, content, (guint) size);
      put (bytes, 2 << 3 | PROTOBUF_VARINT);
      put (bytes, UINT64_MAX - i);
    }
  for (int round = 0; round < 2 * N_WAYS; round++)
    {
      Opened opened = open_bytes (bytes->data, bytes->len, (Way) (round % N_WAYS));

      for (size_t i = 0; i < n; i++)
        {
          size_t size = sizes[i % G_N_ELEMENTS (sizes)];
          g_autoptr (GError) error = NULL;
          ProtobufSpan span;

          assert_field (&opened, 1, PROTOBUF_BYTES, size);
          if (round < N_WAYS || i % 7 == 0)
            {
              g_assert_cmpint (protobuf_stream_bytes (opened.stream, 3 * MIB, &span, &error), ==,
                               PROTOBUF_STREAM_FIELD);
              g_assert_cmpuint ((size_t) (span.end - span.at), ==, size);
              g_assert_true (size == 0 || (span.at[0] == i && span.at[size - 1] == i));
            }
          assert_field (&opened, 2, PROTOBUF_VARINT, UINT64_MAX - i);
        }
      assert_state (&opened, PROTOBUF_STREAM_END);
      close_opened (&opened);
    }
}

/* 3 GiB of a file with holes, in a message that is entered. */
static void
test_more_than_two_gibibytes (void)
{
  int fd = memfd_create ("protobuf", MFD_CLOEXEC);
  g_autoptr (GByteArray) head = g_byte_array_new (), inner = g_byte_array_new ();
  uint64_t hole = UINT64_C (3) << 30;

  put (inner, 2 << 3 | PROTOBUF_BYTES);
  put (inner, hole);
  put (head, 1 << 3 | PROTOBUF_BYTES);
  put (head, inner->len + hole + 2);
  g_byte_array_append (head, inner->data, inner->len);
  g_assert_true (write (fd, head->data, head->len) == (ssize_t) head->len);
  g_assert_cmpint (pwrite (fd, "\x18\x07\x20\x08", 4, (off_t) (head->len + hole)), ==, 4);

  Opened opened = open_fd (fd, AT_ANY_PLACE, NULL, NULL);
  ProtobufStreamField field;
  assert_field (&opened, 1, PROTOBUF_BYTES, inner->len + hole + 2);
  g_assert_true (protobuf_stream_enter (opened.stream));
  assert_field (&opened, 2, PROTOBUF_BYTES, hole);
  g_assert_cmpint (next (&opened, &field), ==, PROTOBUF_STREAM_FIELD);
  g_assert_cmpuint (field.number, ==, 3);
  g_assert_cmpuint (field.offset, ==, head->len + hole);
  assert_state (&opened, PROTOBUF_STREAM_END);
  assert_field (&opened, 4, PROTOBUF_VARINT, 8);
  assert_state (&opened, PROTOBUF_STREAM_END);
  protobuf_stream_seek (opened.stream, head->len + hole);
  assert_field (&opened, 3, PROTOBUF_VARINT, 7);
  protobuf_stream_seek (opened.stream, 0);
  assert_field (&opened, 1, PROTOBUF_BYTES, inner->len + hole + 2);
  close_opened (&opened);
}

static bool
stop_at_third (void *user_data, GError **error)
{
  int *n_calls = user_data;

  if (++*n_calls < 3)
    return true;
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "stopped");
  return false;
}

static void
test_reading_can_be_stopped (void)
{
  int fd = memfd_create ("protobuf", MFD_CLOEXEC);
  static const char head[] = "\x0a\x80\x80\x80\x04"; /* 8 MiB */
  g_autoptr (GError) error = NULL;
  ProtobufStreamField field;
  int n_calls = 0;

  g_assert_true (write (fd, TEXT (head)) == sizeof head - 1);
  g_assert_cmpint (ftruncate (fd, 8 * MIB + sizeof head - 1), ==, 0);
  Opened opened = open_fd (fd, IN_ORDER, stop_at_third, &n_calls);
  assert_field (&opened, 1, PROTOBUF_BYTES, 8 * MIB);
  g_assert_cmpint (protobuf_stream_next (opened.stream, &field, &error), ==, PROTOBUF_STREAM_FAILED);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  g_assert_cmpint (n_calls, ==, 3);
  close_opened (&opened);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/protobuf-stream/messages-are-entered-taken-or-passed-over",
                   test_messages_are_entered_taken_or_passed_over);
  g_test_add_func ("/protobuf-stream/a-damaged-message-can-be-left", test_a_damaged_message_can_be_left);
  g_test_add_func ("/protobuf-stream/damage-inside-a-message", test_damage_inside_a_message);
  g_test_add_func ("/protobuf-stream/every-cut-is-seen", test_every_cut_is_seen);
  g_test_add_func ("/protobuf-stream/a-cut-field-gives-what-there-is", test_a_cut_field_gives_what_there_is);
  g_test_add_func ("/protobuf-stream/depth-is-bounded", test_depth_is_bounded);
  g_test_add_func ("/protobuf-stream/fields-across-the-buffer", test_fields_across_the_buffer);
  g_test_add_func ("/protobuf-stream/more-than-two-gibibytes", test_more_than_two_gibibytes);
  g_test_add_func ("/protobuf-stream/reading-can-be-stopped", test_reading_can_be_stopped);
  return g_test_run ();
}
