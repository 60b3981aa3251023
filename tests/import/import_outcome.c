/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/import_outcome.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/open/open.h"
#include "trace/text/trace_error.h"

static int
empty_file (void)
{
  int fd = memfd_create ("import", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

static void
append_outcome (GString *out, const Trace *trace, size_t shift_bytes)
{
  const EventCounts *events = trace_event_counts (trace);

  g_string_append_printf (out, "events %" PRIu64 " skipped %" PRIu64 "\n", events->total, events->skipped);
  for (int id = 0; id < N_HEALTH_IDS; id++)
    {
      const HealthRow *row = &trace_health (trace)->rows[id];

      if (row->count == 0)
        continue;
      g_string_append_printf (out, "%s %" PRIu64, health_id_name ((HealthId) id), row->count);
      if (row->first_offset != HEALTH_NO_OFFSET)
        g_string_append_printf (out, " at %" PRId64, row->first_offset - (int64_t) shift_bytes);
      g_string_append_c (out, '\n');
    }
}

static char *
outcome_of (const TraceSource *source, size_t shift_bytes)
{
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  int fd = empty_file ();

  if (trace_import (source, fd, NULL, &error))
    {
      g_autoptr (Trace) trace = trace_map (fd, source->path, &error);

      g_assert_no_error (error);
      append_outcome (out, trace, shift_bytes);
    }
  else
    {
      bool is_unreadable = g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);

      if (!is_unreadable)
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
      g_string_append (out, is_unreadable ? "refused: unreadable\n" : "refused: not a trace\n");
    }
  close (fd);
  return g_string_free (out, FALSE);
}

char *
import_outcome_of_text (const char *path, const char *text, size_t length, size_t shift_bytes)
{
  TraceSource source = { empty_file (), path };

  g_assert_cmpint (pwrite (source.fd, text, length, 0), ==, (gssize) length);
  char *outcome = outcome_of (&source, shift_bytes);
  close (source.fd);
  return outcome;
}

typedef struct
{
  int fd;
  const char *text;
  size_t length, piece_bytes;
} Sender;

/* Returns when what was sent has been taken, so that pieces do not run together. False: nobody listens any more. */
static bool
wait_until_taken (int fd)
{
  struct pollfd pipe_end = { .fd = fd };
  int n_left;

  do
    {
      sched_yield ();
      if (ioctl (fd, FIONREAD, &n_left) != 0 || poll (&pipe_end, 1, 0) < 0 || pipe_end.revents & POLLERR)
        return false;
    }
  while (n_left > 0);
  return true;
}

/* Ends early when nobody listens any more: the text has been refused. */
static void *
send_pieces (void *data)
{
  const Sender *sender = data;
  sigset_t broken_pipe;
  size_t at = 0;

  sigemptyset (&broken_pipe);
  sigaddset (&broken_pipe, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &broken_pipe, NULL);
  while (at < sender->length)
    {
      size_t n = MIN (sender->piece_bytes, sender->length - at);

      if (write (sender->fd, sender->text + at, n) != (gssize) n || !wait_until_taken (sender->fd))
        break;
      at += n;
    }
  close (sender->fd);
  return NULL;
}

char *
import_outcome_of_pieces (const char *text, size_t length, size_t piece_bytes)
{
  int ends[2];
  pthread_t thread;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  Sender sender = { ends[1], text, length, piece_bytes };
  g_assert_cmpint (pthread_create (&thread, NULL, send_pieces, &sender), ==, 0);
  TraceSource source = { ends[0], "-" };
  char *outcome = outcome_of (&source, 0);
  close (ends[0]);
  pthread_join (thread, NULL);
  return outcome;
}

GByteArray *
import_native_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  TraceSource source;
  GByteArray *bytes = NULL;
  struct stat info;
  int fd = empty_file ();

  g_assert_true (trace_source_open (path, &source, &error));
  if (trace_import (&source, fd, NULL, &error))
    {
      g_assert_cmpint (fstat (fd, &info), ==, 0);
      bytes = g_byte_array_sized_new ((guint) info.st_size);
      g_byte_array_set_size (bytes, (guint) info.st_size);
      g_assert_cmpint (pread (fd, bytes->data, bytes->len, 0), ==, bytes->len);
    }
  trace_source_close (&source);
  close (fd);
  return bytes;
}
