/* SPDX-License-Identifier: Apache-2.0
 *
 * Behind the walls what an import needs works; the limits of the process hold, and it ends with who started it. */

#include "app/converter/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/app/converter/sandbox_place.h"

/* ---- what has to work ---- */

static bool
reads_the_source (void)
{
  char text[8];

  return pread (sandbox_place->source_fd, text, sizeof text, 0) == 6 && memcmp (text, "source", 6) == 0;
}

static bool
writes_the_native_file (void)
{
  struct stat info;

  if (posix_fallocate (sandbox_place->native_fd, 0, 1 << 16) != 0
      || pwrite (sandbox_place->native_fd, "native", 6, 60000) != 6
      || ftruncate (sandbox_place->native_fd, 60006) != 0 || fstat (sandbox_place->native_fd, &info) != 0
      || info.st_size != 60006)
    return false;
  const char *mapped = mmap (NULL, 60006, PROT_READ, MAP_SHARED, sandbox_place->native_fd, 0);
  return mapped != MAP_FAILED && memcmp (mapped + 60000, "native", 6) == 0;
}

static bool
takes_memory (void)
{
  void *pages = mmap (NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *many = malloc (64 << 20);

  if (pages == MAP_FAILED || many == NULL)
    return false;
  memset (many, 1, 64 << 20);
  many = realloc (many, 128 << 20);
  return many != NULL && mremap (pages, 1 << 20, 1 << 22, MREMAP_MAYMOVE) != MAP_FAILED
         && memfd_create ("scratch", MFD_CLOEXEC) >= 0;
}

static void *
add_one (void *number)
{
  g_autofree char *text = g_strdup_printf ("%d", 1); /* takes an arena of this thread */

  __atomic_fetch_add ((int *) number, atoi (text), __ATOMIC_RELAXED);
  return NULL;
}

static bool
runs_threads (void)
{
  pthread_t threads[4];
  int n = 0;

  for (int i = 0; i < 4; i++)
    if (pthread_create (&threads[i], NULL, add_one, &n) != 0)
      return false;
  for (int i = 0; i < 4; i++)
    if (pthread_join (threads[i], NULL) != 0)
      return false;
  return n == 4;
}

static bool
counts_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 && CPU_COUNT (&set) > 0
         && g_get_num_processors () == (guint) CPU_COUNT (&set);
}

static bool
forks_and_reaps (void)
{
  struct rusage usage;
  int status;
  pid_t pid = fork ();

  if (pid == 0)
    _exit (sandbox_end_with_parent (getppid ()) && pwrite (sandbox_place->native_fd, "x", 1, 0) == 1 ? 5 : 6);
  return pid > 0 && wait4 (pid, &status, 0, &usage) == pid && status == W_EXITCODE (5, 0);
}

static bool
reads_beneath_the_directory (void)
{
  int fd = openat (sandbox_place->folder_fd, "source", O_RDONLY | O_CLOEXEC);
  GDir *dir = g_dir_open (sandbox_place->folder, 0, NULL);

  return fd >= 0 && dir != NULL && g_strcmp0 (g_dir_read_name (dir), "source") == 0;
}

static bool
reads_elsewhere (void)
{
  return open (sandbox_place->other_file, O_RDONLY | O_CLOEXEC) >= 0;
}

static bool
says_why (void)
{
  return g_str_has_prefix (g_strerror (ENOENT), "No such file");
}

static bool
spins (void)
{
  struct itimerval timer = { .it_value = { .tv_usec = 20000 } };

  if (setitimer (ITIMER_PROF, &timer, NULL) != 0)
    return false;
  for (;;)
    getppid ();
}

static bool
aborts (void)
{
  abort ();
}

static void
test_import_works (SandboxPlace *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  for (int where = OUTSIDE; where <= INSIDE_DIRECTORY; where++)
    {
      g_assert_true (sandbox_place_succeeds (reads_the_source, where));
      g_assert_true (sandbox_place_succeeds (writes_the_native_file, where));
      g_assert_true (sandbox_place_succeeds (takes_memory, where));
      g_assert_true (sandbox_place_succeeds (runs_threads, where));
      g_assert_true (sandbox_place_succeeds (counts_processors, where));
      g_assert_true (sandbox_place_succeeds (forks_and_reaps, where));
      g_assert_true (sandbox_place_succeeds (says_why, where));
    }
  g_assert_true (sandbox_place_succeeds (reads_beneath_the_directory, INSIDE_DIRECTORY));
}

static void
test_ends_by_its_own_signals (SandboxPlace *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_cmpint (WTERMSIG (sandbox_place_status (spins, INSIDE_FILE)), ==, SIGPROF);
  g_assert_cmpint (WTERMSIG (sandbox_place_status (aborts, INSIDE_FILE)), ==, SIGABRT);
}

static bool
has_file_walls (void)
{
  return sandbox_confine_files (-1);
}

static bool
gains_no_rights (void)
{
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && has_file_walls ();
}

static void
test_files_elsewhere_cannot_be_read (SandboxPlace *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_true (sandbox_place_succeeds (reads_elsewhere, OUTSIDE));
  if (!sandbox_place_succeeds (gains_no_rights, OUTSIDE))
    {
      g_test_skip ("this kernel has no Landlock");
      return;
    }
  g_assert_false (sandbox_place_succeeds (reads_elsewhere, INSIDE_FILE));
  g_assert_false (sandbox_place_succeeds (reads_elsewhere, INSIDE_DIRECTORY));
  g_assert_false (sandbox_place_succeeds (reads_beneath_the_directory, INSIDE_FILE));
}

/* ---- limits ---- */

static bool
keeps_within_limits (void)
{
  struct rlimit core, files;

  sandbox_limit (&(SandboxLimits){ .file_size_bytes = 4096, .n_open_files = 40 });
  return getrlimit (RLIMIT_CORE, &core) == 0 && core.rlim_max == 0 && getrlimit (RLIMIT_NOFILE, &files) == 0
         && files.rlim_max == 40 && pwrite (sandbox_place->native_fd, "x", 1, 4095) == 1
         && pwrite (sandbox_place->native_fd, "x", 1, 4096) == -1 && errno == EFBIG;
}

#ifndef STEPSCOPE_SANITIZED /* which maps terabytes */
static bool
keeps_within_memory (void)
{
  sandbox_limit (
    &(SandboxLimits){ .address_space_bytes = 1 << 29, .file_size_bytes = 1, .n_open_files = 40 });
  void *small = mmap (NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *large = mmap (NULL, 1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return small != MAP_FAILED && large == MAP_FAILED;
}
#endif

static void
test_limits_hold (SandboxPlace *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_true (sandbox_place_succeeds (keeps_within_limits, OUTSIDE));
#ifndef STEPSCOPE_SANITIZED
  g_assert_true (sandbox_place_succeeds (keeps_within_memory, OUTSIDE));
#endif
}

/* ---- the end of the parent ---- */

static void
test_ends_with_its_parent (SandboxPlace *fixture, gconstpointer data)
{
  int fds[2];
  char byte;
  (void) fixture;
  (void) data;

  /* The pipe ends when the grandchild has, which would wait for ever. */
  g_assert_cmpint (pipe (fds), ==, 0);
  pid_t middle = fork ();
  if (middle == 0)
    {
      pid_t self = getpid ();

      if (fork () == 0)
        {
          if (!sandbox_end_with_parent (self) || write (fds[1], "x", 1) != 1)
            _exit (1);
          for (;;)
            pause ();
        }
      close (fds[1]);
      _exit (read (fds[0], &byte, 1) == 1 ? 0 : 1);
    }
  close (fds[1]);
  g_assert_cmpint (waitpid (middle, NULL, 0), ==, middle);
  g_assert_cmpint (read (fds[0], &byte, 1), ==, 0);
  close (fds[0]);
}

static bool
has_init_for_a_parent (void)
{
  return sandbox_end_with_parent (getppid () + 1);
}

static void
test_parent_gone_before_is_noticed (SandboxPlace *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_false (sandbox_place_succeeds (has_init_for_a_parent, OUTSIDE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) \
  g_test_add ("/sandbox/" path, SandboxPlace, NULL, sandbox_place_set_up, function, sandbox_place_tear_down)
  ADD ("import_works", test_import_works);
  ADD ("ends_by_its_own_signals", test_ends_by_its_own_signals);
  ADD ("files_elsewhere_cannot_be_read", test_files_elsewhere_cannot_be_read);
  ADD ("limits_hold", test_limits_hold);
  ADD ("ends_with_its_parent", test_ends_with_its_parent);
  ADD ("parent_gone_before_is_noticed", test_parent_gone_before_is_noticed);
  return g_test_run ();
}
