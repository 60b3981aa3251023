/* SPDX-License-Identifier: Apache-2.0
 *
 * The import behind the walls has several threads, and does without where they cannot be had. This very program is the
 * converter, which counts the threads that could be started before all of the text was read. */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/converter/conversion.h"
#include "app/converter/convert_child.h"
#include "app/converter/scratch_file.h"
#include "tests/import/threaded_import.h"
#include "trace/import/chrome/text_chunk.h"
#include "trace/text/trace_error.h"

#define N_EVENTS  14000
#define N_THREADS "4"

/* ---- the other process ---- */

typedef struct
{
  const ImportControl *control; /* the converter's */
  int n_while_reading;
} Counter;

#define THREADS_WITHOUT_END INT_MAX

static atomic_int n_threads, n_threads_left = THREADS_WITHOUT_END; /* that can be had */

int __real_pthread_create (pthread_t *thread, const pthread_attr_t *attr, void *(*work) (void *), void *data);
int __wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attr, void *(*work) (void *), void *data);

int
__wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attr, void *(*work) (void *), void *data)
{
  if (n_threads_left == 0)
    return EAGAIN;
  if (n_threads_left != THREADS_WITHOUT_END)
    n_threads_left--;
  int code = __real_pthread_create (thread, attr, work, data);
  n_threads += code == 0;
  return code;
}

static void
count_threads (const ImportProgress *progress, void *user_data)
{
  Counter *counter = user_data;

  counter->n_while_reading = n_threads;
  counter->control->progress (progress, counter->control->user_data);
}

/* Refuses what was not read by several threads; those that finish and write the profile are started later, but one. */
static bool
import_and_count (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  Counter counter = { .control = control };
  ImportControl mine = { .progress = count_threads, .user_data = &counter };

  if (!trace_import (source, fd, &mine, error))
    return false;
  if (counter.n_while_reading >= atoi (N_THREADS) - 1)
    return true;
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%d threads", counter.n_while_reading);
  return false;
}

/* ---- this one ---- */

static GString *text;

static bool
convert (uint64_t address_space_bytes, GError **error)
{
  char path[] = "/tmp/stepscope-conversion-XXXXXX";
  int source_fd = g_mkstemp (path), native_fd = scratch_file_new ();
  TraceSource source = { .fd = source_fd, .path = path };
  ConversionControl control = { .address_space_bytes = address_space_bytes };

  g_assert_cmpint (MIN (source_fd, native_fd), >=, 0);
  g_assert_cmpint (pwrite (source_fd, text->str, text->len, 0), ==, (gssize) text->len);
  bool ok = conversion_run (&source, native_fd, &control, NULL, error);
  if (ok)
    threaded_import_check_file (native_fd);
  close (source_fd);
  close (native_fd);
  unlink (path);
  return ok;
}

static void
import_has_threads_behind_walls (void)
{
  g_autoptr (GError) error = NULL;

  convert (0, &error);
  g_assert_no_error (error);
}

/* Each thread wants address space of its own. */
static void
little_memory_is_no_crash (void)
{
#ifdef STEPSCOPE_SANITIZED
  g_test_skip ("sanitized programs have no limit of memory");
#else
  bool ok = false;

  for (uint64_t mib = 128; mib <= 2048; mib *= 2)
    {
      g_autoptr (GError) error = NULL;

      ok = convert (mib << 20, &error);
      /* Without threads, or not at all. */
      if (!ok && !g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE))
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
    }
  g_assert_true (ok);
#endif
}

/* One is needed for writing, whichever gets it. */
static void
import_does_with_few_threads (void)
{
  const ThreadedImport how = { .text = text->str, .length = text->len, .n_threads = 4 };
  g_autoptr (GByteArray) expected = threaded_import (&how, NULL);
  bool ok = false;

  g_assert_nonnull (expected);
  for (int n = 0; n < 8; n++)
    {
      g_autoptr (GError) error = NULL;

      n_threads_left = n;
      g_autoptr (GByteArray) file = threaded_import (&how, &error);
      ok = file != NULL;
      if (!ok)
        {
          g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
          continue;
        }
      g_assert_cmpuint (file->len, ==, expected->len);
      g_assert_true (memcmp (file->data, expected->data, file->len) == 0);
    }
  g_assert_true (ok);
  n_threads_left = THREADS_WITHOUT_END;
}

int
main (int argc, char **argv)
{
  if (convert_child_is_meant (argc, argv))
    convert_child_run (argv, (const TraceImportFunc[]){ import_and_count, import_and_count });

  g_test_init (&argc, &argv, NULL);
  g_setenv ("STEPSCOPE_THREADS", N_THREADS, TRUE);
  text = threaded_import_kineto_text (10, N_EVENTS);
  g_assert_cmpuint (text->len, >, 4 * TEXT_CHUNK_BYTES);
  g_test_add_func ("/conversion/threads/behind_walls", import_has_threads_behind_walls);
  g_test_add_func ("/conversion/threads/little_memory_is_no_crash", little_memory_is_no_crash);
  g_test_add_func ("/conversion/threads/few_will_do", import_does_with_few_threads);
  int failed = g_test_run ();
  g_string_free (text, TRUE);
  return failed;
}
