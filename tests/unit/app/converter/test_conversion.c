/* SPDX-License-Identifier: Apache-2.0
 *
 * Having files read by another process: this very program, which takes the part of the converter when it is started
 * as one, with an import of its own that does what the source's text says. Every way in which that can end. */

#include "app/converter/conversion.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/converter/conversion_message.h"
#include "app/converter/convert_child.h"
#include "app/converter/scratch_file.h"
#include "trace/text/trace_error.h"

/* ---- the other process ---- */

static const char *source_path; /* of import_as_told () */

static bool
import_slowly (int fd, const ImportControl *control)
{
  ImportProgress progress = { .size_bytes = 100 };

  /* 7 s by the clock of the estimate; the test does not wait for the end. */
  for (progress.position_bytes = 0; progress.position_bytes < 100; progress.position_bytes++)
    {
      progress.n_events = progress.position_bytes * 10;
      control->progress (&progress, control->user_data);
      int partial_fd = control->wants_branch (&progress, control->user_data)
                         ? control->branch (&progress, control->user_data)
                         : -1;
      if (partial_fd >= 0)
        return write (partial_fd, "partial", 7) == 7;
      g_usleep (70000);
    }
  return write (fd, "native", 6) == 6;
}

static bool
try_all_that_is_forbidden (int fd)
{
  bool is_refused =
    open (source_path, O_RDWR) < 0 && execl ("/bin/true", "true", NULL) < 0 && kill (getppid (), 0) < 0;

  return is_refused ? write (fd, "native", 6) == 6 : write (fd, "broken", 6) == 6;
}

static bool
import_as_told (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  char text[64] = { 0 };
  ImportProgress progress = { .position_bytes = 3, .size_bytes = 9, .n_events = 4 };

  source_path = source->path;
  if (read (source->fd, text, sizeof text - 1) < 0)
    text[0] = '\0';
  control->progress (&progress, control->user_data);
  if (g_str_equal (text, "refuse"))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: is a letter.", source->path);
      return false;
    }
  if (g_str_equal (text, "slow"))
    return import_slowly (fd, control);
  if (g_str_equal (text, "forbidden"))
    return try_all_that_is_forbidden (fd);
  if (g_str_equal (text, "no memory"))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory.", source->path);
      return false;
    }
  if (g_str_equal (text, "quiet end"))
    _exit (3);
  if (g_str_equal (text, "done and killed"))
    {
      conversion_message_send (CONVERT_FD_PROGRESS, &(ConversionMessage){ .kind = CONVERSION_DONE });
      raise (SIGKILL);
    }
  if (g_str_equal (text, "nonsense"))
    return write (CONVERT_FD_PROGRESS, text, sizeof text) > 0 && pause () == 0;
  if (g_str_equal (text, "unknown error"))
    conversion_message_send (CONVERT_FD_PROGRESS,
                             &(ConversionMessage){ .kind = CONVERSION_FAILED, .number = 99, .text = "?" });
  if (g_str_equal (text, "partial of no number"))
    conversion_message_send (CONVERT_FD_PROGRESS,
                             &(ConversionMessage){ .kind = CONVERSION_PARTIAL, .number = 77 });
  if (g_str_equal (text, "done and stay"))
    {
      conversion_message_send (CONVERT_FD_PROGRESS, &(ConversionMessage){ .kind = CONVERSION_DONE });
      close (CONVERT_FD_PROGRESS);
      for (;;)
        g_usleep (G_USEC_PER_SEC);
    }
  return write (fd, "native", 6) == 6;
}

static bool
import_counters (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  (void) source, (void) control, (void) error;
  return write (fd, "counts", 6) == 6;
}

/* ---- this one ---- */

typedef struct
{
  char *path;
  int source_fd, native_fd;
  GCancellable *cancellable;
  ConversionProgress last;
  unsigned n_progress, n_partials;
  uint64_t n_events_partial;
  GError *error;
} Desk;

static void
set_up (Desk *desk, gconstpointer data)
{
  (void) data;
  desk->path = g_strdup ("/tmp/stepscope-conversion-XXXXXX");
  desk->source_fd = g_mkstemp (desk->path);
  desk->native_fd = scratch_file_new ();
  desk->cancellable = g_cancellable_new ();
  g_assert_cmpint (MIN (desk->source_fd, desk->native_fd), >=, 0);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  (void) data;
  /* Nobody is left behind. */
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  close (desk->source_fd);
  close (desk->native_fd);
  unlink (desk->path);
  g_free (desk->path);
  g_object_unref (desk->cancellable);
  g_clear_error (&desk->error);
  g_unsetenv ("STEPSCOPE_CONVERTER_FAULT");
}

static void
take_progress (const ConversionProgress *progress, void *user_data)
{
  Desk *desk = user_data;

  desk->last = *progress;
  desk->n_progress++;
}

static void
take_partial (int fd, const ConversionProgress *progress, void *user_data)
{
  Desk *desk = user_data;
  char text[16] = { 0 };

  g_assert_cmpint (pread (fd, text, sizeof text, 0), ==, 7);
  g_assert_cmpstr (text, ==, "partial");
  g_assert_cmpuint (progress->n_events, >, desk->n_events_partial);
  desk->n_events_partial = progress->n_events;
  if (++desk->n_partials == 2)
    g_cancellable_cancel (desk->cancellable);
}

static bool
convert (Desk *desk, const char *text)
{
  TraceSource source = { .fd = desk->source_fd, .path = desk->path };
  ConversionControl control = { .progress = take_progress, .partial = take_partial, .user_data = desk };

  g_assert_cmpint (pwrite (desk->source_fd, text, strlen (text), 0), ==, (ssize_t) strlen (text));
  return conversion_run (&source, desk->native_fd, &control, desk->cancellable, &desk->error);
}

static void
assert_native (const Desk *desk)
{
  char text[16] = { 0 };

  g_assert_cmpint (pread (desk->native_fd, text, sizeof text, 0), ==, 6);
  g_assert_cmpstr (text, ==, "native");
}

static void
test_success (Desk *desk, gconstpointer data)
{
  (void) data;
  g_assert_true (convert (desk, "well"));
  g_assert_no_error (desk->error);
  assert_native (desk);
  g_assert_cmpuint (desk->n_progress, ==, 1);
  g_assert_cmpuint (desk->last.position_bytes, ==, 3);
  g_assert_cmpuint (desk->last.size_bytes, ==, 9);
  g_assert_cmpuint (desk->last.n_events, ==, 4);
  g_assert_cmpuint (desk->last.file, ==, 1);
}

static void
test_counters_are_read_by_the_other_import (Desk *desk, gconstpointer data)
{
  const TraceSource source = { .fd = desk->source_fd, .path = desk->path };
  const ConversionControl control = { .kind = CONVERT_COUNTERS };
  char text[16] = { 0 };
  (void) data;

  g_assert_true (conversion_run (&source, desk->native_fd, &control, desk->cancellable, &desk->error));
  g_assert_no_error (desk->error);
  g_assert_cmpint (pread (desk->native_fd, text, sizeof text, 0), ==, 6);
  g_assert_cmpstr (text, ==, "counts");
}

static void
test_error_of_the_import_comes_through (Desk *desk, gconstpointer data)
{
  (void) data;
  g_assert_false (convert (desk, "refuse"));
  g_assert_error (desk->error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_true (g_str_has_suffix (desk->error->message, ": is a letter."));
  g_assert_true (g_str_has_prefix (desk->error->message, desk->path));
}

static void
test_import_is_behind_walls (Desk *desk, gconstpointer data)
{
  (void) desk;
  (void) data;
#ifdef STEPSCOPE_SANITIZED
  g_test_skip ("sanitized programs are not confined");
#else
  g_assert_true (convert (desk, "forbidden"));
  assert_native (desk);
#endif
}

/* Faults: how the other process ends, and what is said of it. */
typedef struct
{
  const char *name, *text, *fault;
  int code;
  const char *words[2];
} Ending;

#define ENDING_CRASHED                                 \
  CONVERSION_ERROR_CRASHED,                            \
  {                                                    \
    "ended unexpectedly", "Nothing else is affected" \
  }

static const Ending endings[] = {
  { "abort", "well", "abort", CONVERSION_ERROR_CRASHED, { "crashed (SIGABRT)", "Nothing else is affected" } },
  { "segv", "well", "segv", CONVERSION_ERROR_CRASHED, { "crashed (SIGSEGV)", "Nothing else is affected" } },
  { "kill", "well", "kill", CONVERSION_ERROR_STOPPED, { "was killed (SIGKILL)", "try again" } },
  { "quiet_end", "quiet end", NULL, ENDING_CRASHED },
  { "killed_after_it_was_done", "done and killed", NULL, ENDING_CRASHED },
  { "stays_after_it_was_done", "done and stay", NULL, ENDING_CRASHED },
  { "nonsense", "nonsense", NULL, ENDING_CRASHED },
  { "unknown_error", "unknown error", NULL, ENDING_CRASHED },
  { "partial_of_no_number", "partial of no number", NULL, ENDING_CRASHED },
};

static void
test_ending (Desk *desk, gconstpointer data)
{
  const Ending *ending = data;

  if (ending->fault != NULL)
    g_setenv ("STEPSCOPE_CONVERTER_FAULT", ending->fault, TRUE);
  g_assert_false (convert (desk, ending->text));
  g_assert_error (desk->error, CONVERSION_ERROR, ending->code);
  for (size_t i = 0; i < G_N_ELEMENTS (ending->words); i++)
    if (strstr (desk->error->message, ending->words[i]) == NULL)
      g_error ("\"%s\" does not say \"%s\"", desk->error->message, ending->words[i]);
}

static void
assert_no_memory (const Desk *desk)
{
  g_assert_error (desk->error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
  g_assert_nonnull (strstr (desk->error->message, "takes more memory than the"));
  g_assert_nonnull (strstr (desk->error->message, "stepscope-cli convert FILE"));
}

static void
test_no_memory_says_what_to_do (Desk *desk, gconstpointer data)
{
  (void) data;
  g_assert_false (convert (desk, "no memory"));
  assert_no_memory (desk);
}

/* GLib ends a program that has no memory left. */
static void
test_no_memory_in_a_library (Desk *desk, gconstpointer data)
{
  (void) desk;
  (void) data;
#ifdef STEPSCOPE_SANITIZED
  g_test_skip ("sanitized programs have no limit of memory");
#else
  g_setenv ("STEPSCOPE_CONVERTER_FAULT", "oom", TRUE);
  g_assert_false (convert (desk, "well"));
  assert_no_memory (desk);
#endif
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (200000);
  gint64 *begin_us = g_new (gint64, 1);
  *begin_us = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  return begin_us;
}

static void
test_cancel_ends_a_hanging_process_at_once (Desk *desk, gconstpointer data)
{
  (void) data;
  g_setenv ("STEPSCOPE_CONVERTER_FAULT", "hang", TRUE);
  GThread *thread = g_thread_new ("cancel", cancel_soon, desk->cancellable);
  g_assert_false (convert (desk, "well"));
  gint64 end_us = g_get_monotonic_time ();
  g_autofree gint64 *begin_us = g_thread_join (thread);
  g_assert_error (desk->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_test_message ("gone after %" G_GINT64_FORMAT " us", end_us - *begin_us);
  g_assert_cmpint (end_us - *begin_us, <, 100000);
}

/* Or a program that does not know the verb would start itself without end. */
static void
test_converter_has_no_converter (Desk *desk, gconstpointer data)
{
  (void) data;
  g_setenv ("STEPSCOPE_IS_CONVERTER", "1", TRUE);
  g_assert_false (convert (desk, "well"));
  g_unsetenv ("STEPSCOPE_IS_CONVERTER");
  g_assert_error (desk->error, CONVERSION_ERROR, CONVERSION_ERROR_START);
}

static void
test_cancelled_before (Desk *desk, gconstpointer data)
{
  (void) data;
  g_cancellable_cancel (desk->cancellable);
  g_assert_false (convert (desk, "well"));
  g_assert_error (desk->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The second one cancels. */
static void
test_long_import_shows_partial_profiles (Desk *desk, gconstpointer data)
{
  (void) data;
  g_assert_false (convert (desk, "slow"));
  g_assert_error (desk->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (desk->n_partials, ==, 2);
}

/* Where the numbers that the files have over there are taken here. */
static void
test_descriptors_of_any_number (Desk *desk, gconstpointer data)
{
  int fds[CONVERT_FD_END];
  (void) data;

  for (int i = 0; i < CONVERT_FD_END; i++)
    fds[i] = fcntl (desk->source_fd, F_DUPFD_CLOEXEC, 0);
  g_assert_true (convert (desk, "well"));
  assert_native (desk);
  for (int i = 0; i < CONVERT_FD_END; i++)
    close (fds[i]);
}

int
main (int argc, char **argv)
{
  if (convert_child_is_meant (argc, argv))
    convert_child_run (argv, (const TraceImportFunc[]){ import_as_told, import_counters });

  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/conversion/" path, Desk, NULL, set_up, function, tear_down)
  ADD ("success", test_success);
  ADD ("counters_are_read_by_the_other_import", test_counters_are_read_by_the_other_import);
  ADD ("error_of_the_import_comes_through", test_error_of_the_import_comes_through);
  ADD ("import_is_behind_walls", test_import_is_behind_walls);
  for (size_t i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = g_strconcat ("/conversion/ending/", endings[i].name, NULL);
      g_test_add (path, Desk, &endings[i], set_up, test_ending, tear_down);
    }
  ADD ("no_memory_says_what_to_do", test_no_memory_says_what_to_do);
  ADD ("no_memory_in_a_library", test_no_memory_in_a_library);
  ADD ("cancel_ends_a_hanging_process_at_once", test_cancel_ends_a_hanging_process_at_once);
  ADD ("converter_has_no_converter", test_converter_has_no_converter);
  ADD ("cancelled_before", test_cancelled_before);
  ADD ("long_import_shows_partial_profiles", test_long_import_shows_partial_profiles);
  ADD ("descriptors_of_any_number", test_descriptors_of_any_number);
  return g_test_run ();
}
