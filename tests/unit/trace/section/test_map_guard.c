/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <glib.h>

#include "trace/section/map_guard.h"

#define PAGES 64

static size_t page;

static int
file_of_ones (size_t n)
{
  int fd = memfd_create ("guarded", MFD_CLOEXEC);
  g_autofree uint8_t *ones = g_malloc (n);

  memset (ones, 1, n);
  g_assert_cmpint (pwrite (fd, ones, n, 0), ==, (gint64) n);
  return fd;
}

static unsigned
sum (const uint8_t *bytes, size_t n)
{
  unsigned total = 0;

  for (size_t i = 0; i < n; i++)
    total += ((const volatile uint8_t *) bytes)[i];
  return total;
}

static void
cut_file_reads_as_zeros_behind_its_end (void)
{
  size_t n = PAGES * page - 100;
  int fd = file_of_ones (n);
  MapGuard *guard = map_guard_new (fd, n);
  const uint8_t *bytes = map_guard_bytes (guard);

  g_assert_cmpuint (sum (bytes, n), ==, n);
  g_assert_false (map_guard_was_cut (guard));
  g_assert_cmpint (ftruncate (fd, (off_t) (10 * page)), ==, 0);
  close (fd);

  /* What is left is read as ever, and raises nothing. */
  g_assert_cmpuint (sum (bytes, 10 * page), ==, 10 * page);
  g_assert_false (map_guard_was_cut (guard));

  /* In any order, the last byte first. */
  g_assert_cmpuint (sum (bytes + n - 1, 1), ==, 0);
  g_assert_true (map_guard_was_cut (guard));
  g_assert_cmpuint (sum (bytes + 30 * page + 5, 1), ==, 0);
  g_assert_cmpuint (sum (bytes, n), ==, 10 * page);
  map_guard_free (guard);
}

static void
guards_do_not_answer_for_each_other (void)
{
  int cut_fd = file_of_ones (PAGES * page), whole_fd = file_of_ones (PAGES * page);
  MapGuard *before = map_guard_new (whole_fd, PAGES * page);
  MapGuard *cut = map_guard_new (cut_fd, PAGES * page);
  MapGuard *after = map_guard_new (whole_fd, PAGES * page);

  g_assert_cmpint (ftruncate (cut_fd, 0), ==, 0);
  g_assert_cmpuint (sum (map_guard_bytes (cut), PAGES * page), ==, 0);
  g_assert_true (map_guard_was_cut (cut));
  g_assert_false (map_guard_was_cut (before));
  g_assert_false (map_guard_was_cut (after));
  g_assert_cmpuint (sum (map_guard_bytes (before), PAGES * page), ==, PAGES * page);
  g_assert_cmpuint (sum (map_guard_bytes (after), PAGES * page), ==, PAGES * page);
  map_guard_free (cut);

  /* A slot that is used again tells of its new file. */
  MapGuard *next = map_guard_new (whole_fd, PAGES * page);
  g_assert_false (map_guard_was_cut (next));
  map_guard_free (next);
  map_guard_free (before);
  map_guard_free (after);
  close (cut_fd);
  close (whole_fd);
}

static void *
read_backwards (void *user_data)
{
  const uint8_t *bytes = user_data;
  unsigned total = 0;

  for (size_t i = PAGES; i-- > 0;)
    total += sum (bytes + i * page, page);
  return GUINT_TO_POINTER (total);
}

static void *
read_forwards (void *user_data)
{
  return GUINT_TO_POINTER (sum (user_data, PAGES * page));
}

static atomic_bool stop;

static void *
map_and_unmap (void *user_data)
{
  int fd = *(int *) user_data;

  while (!atomic_load (&stop))
    {
      MapGuard *guard = map_guard_new (fd, PAGES * page);
      g_assert_nonnull (guard);
      g_assert_cmpuint (sum (map_guard_bytes (guard), 10), ==, 10);
      g_assert_false (map_guard_was_cut (guard));
      map_guard_free (guard);
    }
  return NULL;
}

/* Two threads meet the missing pages from both ends, while a third takes and gives back slots. */
static void
threads_read_a_cut_file_at_once (void)
{
  int whole_fd = file_of_ones (PAGES * page);
  pthread_t other, backwards, forwards;
  void *sums[2];

  atomic_store (&stop, false);
  g_assert_cmpint (pthread_create (&other, NULL, map_and_unmap, &whole_fd), ==, 0);
  for (unsigned round = 0; round < 50; round++)
    {
      int fd = file_of_ones (PAGES * page);
      MapGuard *guard = map_guard_new (fd, PAGES * page);

      g_assert_cmpint (ftruncate (fd, (off_t) (2 * page)), ==, 0);
      g_assert_cmpint (pthread_create (&backwards, NULL, read_backwards, (void *) map_guard_bytes (guard)),
                       ==, 0);
      g_assert_cmpint (pthread_create (&forwards, NULL, read_forwards, (void *) map_guard_bytes (guard)), ==,
                       0);
      pthread_join (backwards, &sums[0]);
      pthread_join (forwards, &sums[1]);
      g_assert_cmpuint (GPOINTER_TO_UINT (sums[0]), ==, 2 * page);
      g_assert_cmpuint (GPOINTER_TO_UINT (sums[1]), ==, 2 * page);
      g_assert_true (map_guard_was_cut (guard));
      map_guard_free (guard);
      close (fd);
    }
  atomic_store (&stop, true);
  pthread_join (other, NULL);
  close (whole_fd);
}

static void
guards_run_out_with_an_error (void)
{
  static MapGuard *guards[MAP_GUARDS_MAX];
  int fd = file_of_ones (page);

  for (size_t i = 0; i < MAP_GUARDS_MAX; i++)
    {
      guards[i] = map_guard_new (fd, page);
      g_assert_nonnull (guards[i]);
    }
  errno = 0;
  g_assert_null (map_guard_new (fd, page));
  g_assert_cmpint (errno, ==, EMFILE);

  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  g_assert_cmpuint (sum (map_guard_bytes (guards[MAP_GUARDS_MAX - 1]), page), ==, 0);
  g_assert_true (map_guard_was_cut (guards[MAP_GUARDS_MAX - 1]));
  g_assert_false (map_guard_was_cut (guards[0]));
  for (size_t i = 0; i < MAP_GUARDS_MAX; i++)
    map_guard_free (guards[i]);

  MapGuard *again = map_guard_new (fd, page);
  g_assert_nonnull (again);
  map_guard_free (again);
  close (fd);
}

static void
what_cannot_be_mapped_is_an_error (void)
{
  int fds[2];

  errno = 0;
  g_assert_null (map_guard_new (-1, page));
  g_assert_cmpint (errno, ==, EBADF);
  g_assert_cmpint (pipe (fds), ==, 0);
  g_assert_null (map_guard_new (fds[0], page));
  close (fds[0]);
  close (fds[1]);
}

static const volatile uint8_t *
unguarded_missing_page (void)
{
  int fd = file_of_ones (page);
  uint8_t *bytes = mmap (NULL, page, PROT_READ, MAP_PRIVATE, fd, 0);

  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  close (fd);
  return bytes;
}

static sigjmp_buf escape;
static volatile sig_atomic_t n_caught;

static void
on_bus_error (int number)
{
  (void) number;
  n_caught++;
  siglongjmp (escape, 1);
}

/* In a process of its own, where no guard was made before. */
static void
bus_errors_of_others_go_where_they_went (void)
{
  if (g_test_subprocess ())
    {
      signal (SIGBUS, on_bus_error);
      int fd = file_of_ones (page);
      MapGuard *guard = map_guard_new (fd, page);

      if (sigsetjmp (escape, 1) == 0)
        {
          (void) *unguarded_missing_page ();
          g_assert_not_reached ();
        }
      if (sigsetjmp (escape, 1) == 0)
        {
          raise (SIGBUS);
          g_assert_not_reached ();
        }
      g_assert_cmpint (n_caught, ==, 2);
      g_assert_false (map_guard_was_cut (guard));
      g_assert_cmpint (ftruncate (fd, 0), ==, 0);
      g_assert_cmpuint (sum (map_guard_bytes (guard), page), ==, 0);
      g_assert_cmpint (n_caught, ==, 2);
      map_guard_free (guard);
      close (fd);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* As a core of the sanitizers' own handler would be in the way. */
static void
die_by_default (void)
{
  setrlimit (RLIMIT_CORE, &(struct rlimit){ 0, 0 });
  signal (SIGBUS, SIG_DFL);
  int fd = file_of_ones (page);
  g_assert_nonnull (map_guard_new (fd, page));
}

static void
an_unguarded_fault_still_ends_the_process (void)
{
  if (g_test_subprocess ())
    {
      die_by_default ();
      (void) *unguarded_missing_page ();
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
}

static void
a_sent_signal_still_ends_the_process (void)
{
  if (g_test_subprocess ())
    {
      die_by_default ();
      raise (SIGBUS);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
}

static void
an_ignored_signal_stays_ignored (void)
{
  if (g_test_subprocess ())
    {
      signal (SIGBUS, SIG_IGN);
      int fd = file_of_ones (page);
      MapGuard *guard = map_guard_new (fd, page);
      raise (SIGBUS);
      map_guard_free (guard);
      close (fd);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  page = (size_t) sysconf (_SC_PAGESIZE);

  g_test_add_func ("/map_guard/cut_file_reads_as_zeros_behind_its_end",
                   cut_file_reads_as_zeros_behind_its_end);
  g_test_add_func ("/map_guard/guards_do_not_answer_for_each_other", guards_do_not_answer_for_each_other);
  g_test_add_func ("/map_guard/threads_read_a_cut_file_at_once", threads_read_a_cut_file_at_once);
  g_test_add_func ("/map_guard/guards_run_out_with_an_error", guards_run_out_with_an_error);
  g_test_add_func ("/map_guard/what_cannot_be_mapped_is_an_error", what_cannot_be_mapped_is_an_error);
  g_test_add_func ("/map_guard/bus_errors_of_others_go_where_they_went",
                   bus_errors_of_others_go_where_they_went);
  g_test_add_func ("/map_guard/an_unguarded_fault_still_ends_the_process",
                   an_unguarded_fault_still_ends_the_process);
  g_test_add_func ("/map_guard/a_sent_signal_still_ends_the_process", a_sent_signal_still_ends_the_process);
  g_test_add_func ("/map_guard/an_ignored_signal_stays_ignored", an_ignored_signal_stays_ignored);
  return g_test_run ();
}
