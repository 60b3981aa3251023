/* SPDX-License-Identifier: Apache-2.0
 *
 * An import that cannot go on, or is told not to, while several threads are at work: memory that runs out and reads that
 * fail at any place, being cancelled at any moment, and processes that are forked off to finish what was read so far. */

#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/gen/prng.h"
#include "tests/import/threaded_import.h"
#include "trace/text/trace_error.h"

#define N_THREADS   4
#define CHUNK_BYTES 4000

#ifdef STEPSCOPE_SLOW_BUILD
  #define N_ROUNDS    60
  #define PLACES_STEP 7
  #define CAN_FORK    false
#else
  #define N_ROUNDS    300
  #define PLACES_STEP 1
  #define CAN_FORK    true
#endif

/* ---- calls of the library that fail; the linker puts these in their place ---- */

typedef struct
{
  atomic_long n;     /* calls so far */
  atomic_long first; /* from 1: the one that fails; 0: none */
  atomic_bool stays; /* and all after it */
} Failure;

static Failure memory_failure, read_failure;

static void
failure_set (Failure *failure, long first, bool stays)
{
  failure->n = 0;
  failure->first = first;
  failure->stays = stays;
}

static bool
fails (Failure *failure)
{
  long n = atomic_fetch_add (&failure->n, 1) + 1, first = failure->first;

  return first > 0 && (n == first || (failure->stays && n > first));
}

void *__real_malloc (size_t n);
void *__real_calloc (size_t n, size_t size);
void *__real_realloc (void *memory, size_t n);
ssize_t __real_read (int fd, void *buffer, size_t n);
void *__wrap_malloc (size_t n);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_realloc (void *memory, size_t n);
ssize_t __wrap_read (int fd, void *buffer, size_t n);

void *
__wrap_malloc (size_t n)
{
  return fails (&memory_failure) ? NULL : __real_malloc (n);
}

void *
__wrap_calloc (size_t n, size_t size)
{
  return fails (&memory_failure) ? NULL : __real_calloc (n, size);
}

void *
__wrap_realloc (void *memory, size_t n)
{
  return fails (&memory_failure) ? NULL : __real_realloc (memory, n);
}

ssize_t
__wrap_read (int fd, void *buffer, size_t n)
{
  if (!fails (&read_failure))
    return __real_read (fd, buffer, n);
  errno = EIO;
  return -1;
}

/* ---- */

static GString *text;
static GByteArray *whole; /* the file that the text becomes */

static ThreadedImport
usual_import (void)
{
  return (ThreadedImport){
    .text = text->str,
    .length = text->len,
    .n_threads = N_THREADS,
    .control.chunk_bytes = CHUNK_BYTES,
  };
}

/* The whole file, or that error. */
static bool
ends_well_or_with (const ThreadedImport *how, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) file = threaded_import (how, &error);

  failure_set (&memory_failure, 0, false);
  failure_set (&read_failure, 0, false);
  if (file == NULL)
    {
      g_assert_error (error, TRACE_ERROR, code);
      return false;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (file->len, ==, whole->len);
  g_assert_true (memcmp (file->data, whole->data, whole->len) == 0);
  return true;
}

static void
memory_runs_out (gconstpointer stays)
{
  ThreadedImport how = usual_import ();
  unsigned n_failed = 0;

  failure_set (&memory_failure, 0, false);
  g_autoptr (GByteArray) file = threaded_import (&how, NULL);
  long n_calls = memory_failure.n, step = MAX (n_calls / N_ROUNDS, 1);

  g_assert_nonnull (file);
  for (long first = 1; first <= n_calls; first += first < N_ROUNDS / 3 ? 1 : step)
    {
      failure_set (&memory_failure, first, stays != NULL);
      n_failed += !ends_well_or_with (&how, TRACE_ERROR_NO_MEMORY);
    }
  g_test_message ("%ld calls, %u imports failed", n_calls, n_failed);
  g_assert_cmpuint (n_failed, >, N_ROUNDS / 4);
}

static void
a_read_fails (void)
{
  ThreadedImport how = usual_import ();

  failure_set (&read_failure, 0, false);
  g_autoptr (GByteArray) file = threaded_import (&how, NULL);
  long n_calls = read_failure.n;

  g_assert_nonnull (file);
  g_assert_cmpint (n_calls, >, 30);
  for (long first = 1; first <= n_calls; first += PLACES_STEP)
    {
      failure_set (&read_failure, first, false);
      g_assert_false (ends_well_or_with (&how, TRACE_ERROR_UNREADABLE));
    }
}

/* ---- cancelling ---- */

typedef struct
{
  atomic_bool cancelled;
  unsigned delay_us;
  unsigned n_asked, last; /* progress that was told; cancelled at the last */
} Canceller;

static void *
cancel_later (void *data)
{
  Canceller *canceller = data;

  g_usleep (canceller->delay_us);
  canceller->cancelled = true;
  return NULL;
}

static void
count_progress (const ImportProgress *progress, void *user_data)
{
  Canceller *canceller = user_data;

  g_assert_cmpuint (progress->position_bytes, <=, text->len);
  if (++canceller->n_asked == canceller->last)
    canceller->cancelled = true;
}

static void
it_is_cancelled_at_any_moment (void)
{
  Prng prng = prng_init (11, 1);
  unsigned n_cancelled = 0;

  for (unsigned i = 0; i < N_ROUNDS; i++)
    {
      Canceller canceller = { .delay_us = (unsigned) prng_below (&prng, 5000) };
      ThreadedImport how = usual_import ();
      pthread_t thread;

      how.control.cancelled = &canceller.cancelled;
      g_assert_cmpint (pthread_create (&thread, NULL, cancel_later, &canceller), ==, 0);
      n_cancelled += !ends_well_or_with (&how, TRACE_ERROR_CANCELLED);
      pthread_join (thread, NULL);
    }
  g_test_message ("%u of %u were cancelled", n_cancelled, N_ROUNDS);
  g_assert_cmpuint (n_cancelled, >, 0);
}

static void
it_ends_where_it_is_cancelled (void)
{
  for (unsigned last = 1; last <= text->len / CHUNK_BYTES; last += PLACES_STEP)
    {
      Canceller canceller = { .last = last };
      ThreadedImport how = usual_import ();

      how.control.cancelled = &canceller.cancelled;
      how.control.progress = count_progress;
      how.control.user_data = &canceller;
      g_assert_false (ends_well_or_with (&how, TRACE_ERROR_CANCELLED));
      g_assert_cmpuint (canceller.n_asked, ==, last);
    }
}

/* ---- what was read so far ---- */

#define N_BRANCHES     200
#define BRANCH_LIMIT_S 60

typedef struct
{
  unsigned n_branches;
  pid_t child;
  int child_fd; /* in the child: what it writes */
} Brancher;

static bool
wants_each (const ImportProgress *progress, void *user_data)
{
  Brancher *brancher = user_data;

  return progress->n_events > 0 && brancher->child_fd < 0 && brancher->n_branches < N_BRANCHES;
}

static void
reap (Brancher *brancher)
{
  int status;

  if (brancher->child == 0)
    return;
  g_assert_cmpint (waitpid (brancher->child, &status, 0), ==, brancher->child);
  g_assert_cmpint (status, ==, 0);
  brancher->child = 0;
}

/* The threads go on while the process is forked. */
static int
branch (const ImportProgress *progress, void *user_data)
{
  Brancher *brancher = user_data;
  (void) progress;

  reap (brancher);
  brancher->n_branches++;
  brancher->child = fork ();
  g_assert_cmpint (brancher->child, >=, 0);
  if (brancher->child > 0)
    return -1;
  alarm (BRANCH_LIMIT_S);
  brancher->child_fd = memfd_create ("partial", MFD_CLOEXEC);
  return brancher->child_fd;
}

static void
a_process_that_is_forked_off_finishes (void)
{
  Brancher brancher = { .child_fd = -1 };

  if (!CAN_FORK)
    {
      g_test_skip ("sanitizers have locks that do not outlive a fork");
      return;
    }

  while (brancher.n_branches < N_BRANCHES)
    {
      ThreadedImport how = usual_import ();
      g_autoptr (GError) error = NULL;

      how.control.wants_branch = wants_each;
      how.control.branch = branch;
      how.control.user_data = &brancher;
      g_autoptr (GByteArray) file = threaded_import (&how, &error);
      if (brancher.child_fd >= 0)
        {
          g_assert_no_error (error);
          threaded_import_check_file (brancher.child_fd);
          _exit (EXIT_SUCCESS);
        }
      g_assert_no_error (error);
      g_assert_cmpuint (file->len, ==, whole->len);
      g_assert_true (memcmp (file->data, whole->data, whole->len) == 0);
    }
  reap (&brancher);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  text = threaded_import_kineto_text (7, 400);
  ThreadedImport how = usual_import ();
  how.n_threads = 1;
  whole = threaded_import (&how, NULL);
  g_assert_nonnull (whole);

  g_test_add_data_func ("/import/stops/no_memory_once", NULL, memory_runs_out);
  g_test_add_data_func ("/import/stops/no_memory_any_more", "stays", memory_runs_out);
  g_test_add_func ("/import/stops/a_read_fails", a_read_fails);
  g_test_add_func ("/import/stops/cancelled_at_any_moment", it_is_cancelled_at_any_moment);
  g_test_add_func ("/import/stops/where_it_is_cancelled", it_ends_where_it_is_cancelled);
  g_test_add_func ("/import/stops/forked_process_finishes", a_process_that_is_forked_off_finishes);
  int failed = g_test_run ();
  g_string_free (text, TRUE);
  g_byte_array_unref (whole);
  return failed;
}
