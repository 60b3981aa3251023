/* SPDX-License-Identifier: Apache-2.0
 *
 * A source as what it is read from: pipes that give little at a time, files that change while they are read. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/import/packed_bytes.h"
#include "trace/model/key_hash.h"

#define TEXT_BYTES 400000

typedef enum
{
  PLAIN,
  GZIP,
  ZSTD,
  N_KINDS
} Kind;

static GByteArray *
bytes_of (const GByteArray *text, Kind kind)
{
  GByteArray *bytes = g_byte_array_new ();

  if (kind == PLAIN)
    g_byte_array_append (bytes, text->data, text->len);
  else if (kind == GZIP)
    packed_gzip (bytes, text, 6, Z_DEFAULT_STRATEGY, 0);
  else
    packed_zstd (bytes, text, 50000, false, NULL);
  return bytes;
}

static int
file_of (const GByteArray *bytes)
{
  int fd = memfd_create ("source", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, bytes->data, bytes->len), ==, bytes->len);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  return fd;
}

static ByteSource *
source_with (int fd, ByteSourceWay way)
{
  g_autoptr (GError) error = NULL;
  ByteSource *source = byte_source_new (fd, "-", way, &error);

  g_assert_no_error (error);
  g_assert_cmpint (byte_source_way (source), ==, way);
  return source;
}

static ByteSource *
source_of (int fd)
{
  return source_with (fd, BYTE_SOURCE_FAST);
}

static size_t
read_some (ByteSource *source, GByteArray *text, size_t size)
{
  g_autofree char *room = g_malloc (size);
  g_autoptr (GError) error = NULL;
  size_t n;

  g_assert_true (byte_source_read (source, room, size, &n, &error));
  g_byte_array_append (text, (const guint8 *) room, (guint) n);
  return n;
}

static void
read_rest (ByteSource *source, GByteArray *text, size_t size)
{
  while (read_some (source, text, size) > 0)
    continue;
}

static void
assert_key (const ByteSource *source, const uint8_t *bytes, size_t n)
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  uint8_t wanted[TRACE_KEY_BYTES], key[TRACE_KEY_BYTES];

  key_hash_add (hash, bytes, n);
  key_hash_get (hash, wanted);
  byte_source_key (source, key);
  g_assert_cmpint (memcmp (key, wanted, sizeof key), ==, 0);
  g_assert_cmpuint (byte_source_position (source), ==, n);
}

static void
assert_text (const GByteArray *got, const GByteArray *text, size_t n)
{
  g_assert_cmpuint (got->len, ==, n);
  g_assert_cmpint (memcmp (got->data, text->data, n), ==, 0);
}

/* ---- files ---- */

static void
test_file_is_read_in_any_pieces (void)
{
  static const size_t pieces[] = { 1000, 65536, 100001, 300000, 1 << 20 };
  g_autoptr (GByteArray) text = packed_text (TEXT_BYTES, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    for (size_t i = 0; i < 2 * G_N_ELEMENTS (pieces); i++)
      {
        g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
        int fd = file_of (bytes);
        ByteSource *source = source_of (fd);
        const char *head;
        size_t n;

        if (i % 2 == 1)
          {
            g_assert_true (byte_source_peek (source, &head, &n, NULL));
            g_assert_cmpuint (n, ==, 64 * 1024);
            g_assert_cmpint (memcmp (head, text->data, n), ==, 0);
          }
        read_rest (source, got, pieces[i / 2]);
        assert_text (got, text, TEXT_BYTES);
        assert_key (source, bytes->data, bytes->len);
        g_assert_cmpint (byte_source_condition (source), ==, BYTE_SOURCE_INTACT);
        g_assert_cmpint (byte_source_health (source), ==, N_HEALTH_IDS);
        byte_source_free (source);
        close (fd);
      }
}

static void
test_file_fills_the_buffer (void)
{
  g_autoptr (GByteArray) text = packed_text (TEXT_BYTES, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      int fd = file_of (bytes);
      ByteSource *source = source_of (fd);

      g_assert_cmpuint (read_some (source, got, TEXT_BYTES - 1), ==, TEXT_BYTES - 1);
      g_assert_cmpuint (read_some (source, got, 100), ==, 1);
      g_assert_cmpuint (read_some (source, got, 100), ==, 0);
      byte_source_free (source);
      close (fd);
    }
}

static void
test_file_that_grows_is_read_to_its_new_end (void)
{
  g_autoptr (GByteArray) text = packed_text (TEXT_BYTES, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      guint half = bytes->len / 2;
      int fd = memfd_create ("source", MFD_CLOEXEC);

      g_assert_cmpint (pwrite (fd, bytes->data, half, 0), ==, half);
      ByteSource *source = source_of (fd);
      read_some (source, got, 1000);
      g_assert_cmpint (pwrite (fd, bytes->data + half, bytes->len - half, half), ==, bytes->len - half);
      read_rest (source, got, 1 << 20);
      assert_text (got, text, TEXT_BYTES);
      assert_key (source, bytes->data, bytes->len);
      byte_source_free (source);
      close (fd);
    }
}

static void
test_file_that_shrinks_ends_there (void)
{
  static const ByteSourceCondition wanted[] = { BYTE_SOURCE_INTACT, BYTE_SOURCE_TRUNCATED,
                                                BYTE_SOURCE_TRUNCATED };
  g_autoptr (GByteArray) text = packed_text (8 * TEXT_BYTES, true);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      int fd = file_of (bytes);
      ByteSource *source = source_with (fd, BYTE_SOURCE_EXACT);

      read_some (source, got, 1000);
      g_assert_cmpint (ftruncate (fd, bytes->len / 2), ==, 0);
      read_rest (source, got, 1 << 20);
      g_assert_cmpint (byte_source_condition (source), ==, wanted[kind]);
      g_assert_cmpuint (got->len, <, text->len);
      assert_text (got, text, got->len);
      assert_key (source, bytes->data, bytes->len / 2);
      byte_source_free (source);
      close (fd);
    }
}

static void
test_rest_is_passed_and_hashed (void)
{
  g_autoptr (GByteArray) text = packed_text (TEXT_BYTES, false);

  for (Kind kind = GZIP; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      guint n = bytes->len;

      g_byte_array_set_size (bytes, n + (2 << 20));
      memset (bytes->data + n, 'x', 2 << 20);
      int fd = file_of (bytes);
      ByteSource *source = source_of (fd);
      bool at_end = false;

      read_rest (source, got, 1 << 20);
      assert_text (got, text, TEXT_BYTES);
      g_assert_cmpint (byte_source_health (source), ==,
                       kind == GZIP ? HEALTH_GZIP_TRAILING : HEALTH_ZSTD_TRAILING);
      while (!at_end)
        g_assert_true (byte_source_pass (source, &at_end, NULL));
      assert_key (source, bytes->data, bytes->len);
      byte_source_free (source);
      close (fd);
    }
}

/* ---- pipes ---- */

typedef struct
{
  int fd;
  const GByteArray *bytes;
  size_t piece;
  pthread_t to_signal;
  bool has_reader; /* to signal */
} Writer;

static void
on_signal (int number)
{
  (void) number;
}

static void *
write_pieces (void *data)
{
  const Writer *writer = data;

  for (size_t at = 0, n; at < writer->bytes->len; at += n)
    {
      n = MIN (writer->piece, writer->bytes->len - at);
      g_assert_cmpint (write (writer->fd, writer->bytes->data + at, n), ==, (gssize) n);
      if (writer->has_reader && at / writer->piece % 64 == 0)
        {
          g_usleep (200);
          pthread_kill (writer->to_signal, SIGUSR1);
        }
    }
  close (writer->fd);
  return NULL;
}

static void
check_pipe (Kind kind, size_t n_text, size_t piece, int flags, bool signals)
{
  g_autoptr (GByteArray) text = packed_text (n_text, false);
  g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
  int ends[2];
  pthread_t thread;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  g_assert_cmpint (fcntl (ends[0], F_SETFL, flags), ==, 0);
  Writer writer = { ends[1], bytes, piece, pthread_self (), signals };
  g_assert_cmpint (pthread_create (&thread, NULL, write_pieces, &writer), ==, 0);
  ByteSource *source = source_of (ends[0]);
  read_rest (source, got, 1 << 20);
  pthread_join (thread, NULL);
  assert_text (got, text, n_text);
  assert_key (source, bytes->data, bytes->len);
  g_assert_cmpuint (byte_source_size (source), ==, 0);
  g_assert_cmpint (byte_source_condition (source), ==, BYTE_SOURCE_INTACT);
  byte_source_free (source);
  close (ends[0]);
}

static void
test_pipe_of_single_bytes (void)
{
  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    check_pipe (kind, 20000, 1, 0, false);
}

static void
test_pipe_that_does_not_wait (void)
{
  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    check_pipe (kind, TEXT_BYTES, 977, O_NONBLOCK, false);
}

static void
test_pipe_interrupted_by_signals (void)
{
  struct sigaction action = { .sa_handler = on_signal }, before;

  g_assert_cmpint (sigaction (SIGUSR1, &action, &before), ==, 0);
  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      check_pipe (kind, 100000, 13, 0, true);
      check_pipe (kind, 100000, 13, O_NONBLOCK, true);
    }
  sigaction (SIGUSR1, &before, NULL);
}

/* What is there is given before more is waited for. */
static void
test_pipe_gives_what_there_is (void)
{
  g_autoptr (GByteArray) text = packed_text (3000, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      int ends[2];

      g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
      g_assert_cmpint (write (ends[1], bytes->data, bytes->len), ==, bytes->len);
      ByteSource *source = source_of (ends[0]);
      g_assert_cmpuint (read_some (source, got, 1 << 20), ==, 3000);
      close (ends[1]);
      g_assert_cmpuint (read_some (source, got, 1 << 20), ==, 0);
      byte_source_free (source);
      close (ends[0]);
    }
}

/* ---- threads ---- */

typedef struct
{
  pthread_mutex_t mutex;
  ByteSource *source;
  GByteArray *got;
} Shared;

static void *
read_in_turn (void *data)
{
  Shared *shared = data;

  for (size_t n = 1; n > 0;)
    {
      pthread_mutex_lock (&shared->mutex);
      n = read_some (shared->source, shared->got, 10000);
      pthread_mutex_unlock (&shared->mutex);
    }
  return NULL;
}

static void
test_threads_read_in_turn (void)
{
  g_autoptr (GByteArray) text = packed_text (4 * TEXT_BYTES, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      int fd = file_of (bytes);
      Shared shared = { PTHREAD_MUTEX_INITIALIZER, source_of (fd), got };
      pthread_t threads[4];

      for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
        g_assert_cmpint (pthread_create (&threads[i], NULL, read_in_turn, &shared), ==, 0);
      for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
        pthread_join (threads[i], NULL);
      assert_text (got, text, text->len);
      byte_source_free (shared.source);
      close (fd);
    }
}

typedef struct
{
  const ByteSource *source;
  atomic_bool is_done;
} Watch;

static void *
watch_position (void *data)
{
  Watch *watch = data;

  for (uint64_t last = 0; !atomic_load (&watch->is_done);)
    {
      uint64_t position = byte_source_position (watch->source);

      g_assert_cmpuint (position, >=, last);
      g_assert_cmpuint (position, <=, byte_source_size (watch->source));
      last = position;
    }
  return NULL;
}

static void
test_position_is_told_while_another_thread_reads (void)
{
  g_autoptr (GByteArray) text = packed_text (4 * TEXT_BYTES, false);

  for (Kind kind = PLAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (GByteArray) bytes = bytes_of (text, kind), got = g_byte_array_new ();
      int fd = file_of (bytes);
      ByteSource *source = source_of (fd);
      Watch watch = { .source = source };
      pthread_t thread;

      g_assert_cmpint (pthread_create (&thread, NULL, watch_position, &watch), ==, 0);
      read_rest (source, got, 10000);
      atomic_store (&watch.is_done, true);
      pthread_join (thread, NULL);
      g_assert_cmpuint (byte_source_position (source), ==, bytes->len);
      byte_source_free (source);
      close (fd);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byte_source/file/read_in_any_pieces", test_file_is_read_in_any_pieces);
  g_test_add_func ("/byte_source/file/fills_the_buffer", test_file_fills_the_buffer);
  g_test_add_func ("/byte_source/file/that_grows_is_read_to_its_new_end",
                   test_file_that_grows_is_read_to_its_new_end);
  g_test_add_func ("/byte_source/file/that_shrinks_ends_there", test_file_that_shrinks_ends_there);
  g_test_add_func ("/byte_source/file/rest_is_passed_and_hashed", test_rest_is_passed_and_hashed);
  g_test_add_func ("/byte_source/pipe/of_single_bytes", test_pipe_of_single_bytes);
  g_test_add_func ("/byte_source/pipe/that_does_not_wait", test_pipe_that_does_not_wait);
  g_test_add_func ("/byte_source/pipe/interrupted_by_signals", test_pipe_interrupted_by_signals);
  g_test_add_func ("/byte_source/pipe/gives_what_there_is", test_pipe_gives_what_there_is);
  g_test_add_func ("/byte_source/threads_read_in_turn", test_threads_read_in_turn);
  g_test_add_func ("/byte_source/position_is_told_while_another_thread_reads",
                   test_position_is_told_while_another_thread_reads);
  return g_test_run ();
}
