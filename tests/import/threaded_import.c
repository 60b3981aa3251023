/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/threaded_import.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/gen/kineto_recording.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"

static int
memory_file (void)
{
  int fd = memfd_create ("import", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

/* ---- a pipe ---- */

typedef struct
{
  int fd;
  const ThreadedImport *how;
} Sender;

/* Ends early when nobody listens any more. */
static void *
send_pieces (void *data)
{
  const Sender *sender = data;
  const ThreadedImport *how = sender->how;

  for (size_t at = 0, n; at < how->length; at += n)
    {
      n = MIN (how->piece_bytes, how->length - at);
      if (send (sender->fd, how->text + at, n, MSG_NOSIGNAL) != (gssize) n)
        break;
    }
  close (sender->fd);
  return NULL;
}

/* ---- import ---- */

static bool
import_pipe (const ThreadedImport *how, int fd, GError **error)
{
  int ends[2];
  pthread_t thread;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  Sender sender = { ends[0], how };
  g_assert_cmpint (pthread_create (&thread, NULL, send_pieces, &sender), ==, 0);
  bool ok = trace_import (&(TraceSource){ ends[1], "-" }, fd, &how->control, error);
  close (ends[1]);
  pthread_join (thread, NULL);
  return ok;
}

/* A profile holds which file it was made from: always this one, of the same age. */
static bool
import_file (const ThreadedImport *how, int fd, GError **error)
{
  static int source_fd = -1;
  const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

  if (source_fd < 0)
    source_fd = memory_file ();
  g_assert_cmpint (ftruncate (source_fd, 0), ==, 0);
  g_assert_cmpint (pwrite (source_fd, how->text, how->length, 0), ==, (gssize) how->length);
  g_assert_cmpint (lseek (source_fd, 0, SEEK_SET), ==, 0);
  g_assert_cmpint (futimens (source_fd, times), ==, 0);

  const TraceSource source = { source_fd, how->path != NULL ? how->path : "text.json" };
  return trace_import (&source, fd, &how->control, error);
}

static int
import (const ThreadedImport *how, GError **error)
{
  g_autofree char *n_threads = g_strdup_printf ("%u", how->n_threads);
  int fd = memory_file ();

  g_setenv ("STEPSCOPE_THREADS", n_threads, TRUE);
  if (how->piece_bytes > 0 ? import_pipe (how, fd, error) : import_file (how, fd, error))
    return fd;
  close (fd);
  return -1;
}

GByteArray *
threaded_import (const ThreadedImport *how, GError **error)
{
  int fd = import (how, error);
  struct stat info;

  if (fd < 0)
    return NULL;
  g_assert_cmpint (fstat (fd, &info), ==, 0);
  GByteArray *bytes = g_byte_array_sized_new ((guint) info.st_size);
  g_byte_array_set_size (bytes, (guint) info.st_size);
  g_assert_cmpint (pread (fd, bytes->data, bytes->len, 0), ==, bytes->len);
  close (fd);
  return bytes;
}

char *
threaded_import_text (const ThreadedImport *how)
{
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  int fd = import (how, &error);

  if (fd >= 0)
    {
      g_autoptr (Trace) trace = trace_map (fd, "text.json", &error);

      g_assert_no_error (error);
      trace_text_append (out, trace);
      close (fd);
    }
  else
    g_string_append_printf (out, "refused: %s\n", error->message);
  return g_string_free (out, FALSE);
}

void
threaded_import_check_file (int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_map (fd, "text.json", &error);
  TraceDamage damage;

  g_assert_no_error (error);
  g_assert_true (trace_verify (trace, NULL, &damage));
  g_assert_cmpuint (damage.n, ==, 0);
  g_autofree char *broken = trace_check (trace);
  g_assert_cmpstr (broken, ==, NULL);
}

GString *
threaded_import_kineto_text (uint64_t seed, int64_t n_events)
{
  const TraceRequest request = {
    .config = { .seed = seed,
                .world_size = 2,
                .n_layers = 4,
                .python_frames = true,
                .begin_ns = TRACE_REQUEST_BEGIN_NS },
    .options = { .world_size = 2, .python_frames = true, .call_stacks = true, .trace_name = "run" },
    .n_events = n_events,
  };
  char *text = NULL;
  size_t n = 0;
  FILE *file = open_memstream (&text, &n);
  int64_t n_written, n_steps;

  g_assert_nonnull (file);
  g_assert_true (kineto_recording_write (file, &request, &n_written, &n_steps));
  g_assert_cmpint (fclose (file), ==, 0);
  GString *out = g_string_new_len (text, (gssize) n);
  free (text);
  return out;
}
