/* SPDX-License-Identifier: Apache-2.0
 *
 * Behind the walls: what an import needs works, and everything that would reach beyond it is refused. Each attempt is
 * made by a process of its own, inside, and where that is harmless outside too, so that a refusal is the walls'. */

#include "app/converter/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* A folder with a file "source" beside an "other" folder; each attempt finds it anew. */
typedef struct
{
  char *folder, *source, *other, *other_file, *new_file;
  int source_fd, folder_fd, native_fd;
} Place;

static const Place *place; /* of the running test: attempts take nothing */

static void
set_up (Place *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  (void) data;

  fixture->folder = g_dir_make_tmp ("stepscope-sandbox-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->source = g_build_filename (fixture->folder, "source", NULL);
  fixture->other = g_dir_make_tmp ("stepscope-sandbox-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->other_file = g_build_filename (fixture->other, "file", NULL);
  fixture->new_file = g_build_filename (fixture->other, "new", NULL);
  g_assert_true (g_file_set_contents (fixture->source, "source", -1, NULL));
  g_assert_true (g_file_set_contents (fixture->other_file, "other", -1, NULL));
  fixture->source_fd = open (fixture->source, O_RDONLY | O_CLOEXEC);
  fixture->folder_fd = open (fixture->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  fixture->native_fd = open (fixture->other, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fixture->native_fd < 0)
    fixture->native_fd = memfd_create ("native", MFD_CLOEXEC);
  g_assert_cmpint (MIN (fixture->source_fd, MIN (fixture->folder_fd, fixture->native_fd)), >=, 0);
  place = fixture;
}

static void
tear_down (Place *fixture, gconstpointer data)
{
  (void) data;
  close (fixture->source_fd);
  close (fixture->folder_fd);
  close (fixture->native_fd);
  g_unlink (fixture->source);
  g_unlink (fixture->other_file);
  g_unlink (fixture->new_file);
  g_rmdir (fixture->new_file);
  g_rmdir (fixture->folder);
  g_rmdir (fixture->other);
  g_free (fixture->folder);
  g_free (fixture->source);
  g_free (fixture->other);
  g_free (fixture->other_file);
  g_free (fixture->new_file);
}

/* ---- running something inside ---- */

enum
{
  OUTSIDE = 1,
  INSIDE_FILE,
  INSIDE_DIRECTORY,
};

#define STATUS_NO_WALLS 77

/* How a process ends that does what in there: exit status 0 where it returns true. */
static int
status_of (bool (*what) (void), int where)
{
  int status;
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      if (where != OUTSIDE
          && (sandbox_enter (where == INSIDE_DIRECTORY ? place->folder_fd : -1) & SANDBOX_CALLS) == 0)
        _exit (STATUS_NO_WALLS);
      _exit (what () ? 0 : 1);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

static bool
succeeds (bool (*what) (void), int where)
{
  int status = status_of (what, where);

  g_assert_cmpint (status, !=, W_EXITCODE (STATUS_NO_WALLS, 0));
  return status == 0;
}

/* ---- what has to be refused ---- */

static bool
opens (int flags)
{
  return open (place->other_file, flags | O_CLOEXEC, 0600) >= 0;
}

static bool
opens_to_write (void)
{
  return opens (O_WRONLY);
}

static bool
opens_to_read_and_write (void)
{
  return opens (O_RDWR);
}

static bool
truncates_by_opening (void)
{
  return opens (O_RDONLY | O_TRUNC);
}

static bool
creates (void)
{
  return open (place->new_file, O_RDONLY | O_CREAT | O_CLOEXEC, 0600) >= 0;
}

static bool
creates_without_a_name (void)
{
  return open (place->other, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) >= 0;
}

static bool
creates_the_old_way (void)
{
  return creat (place->new_file, 0600) >= 0;
}

static bool
opens_the_new_way (void)
{
  struct open_how how = { .flags = O_WRONLY };

  return syscall (SYS_openat2, AT_FDCWD, place->other_file, &how, sizeof how) >= 0;
}

static bool
reopens_its_own (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", place->source_fd);

  return open (path, O_RDWR | O_CLOEXEC) >= 0;
}

static bool
renames (void)
{
  return rename (place->other_file, place->new_file) == 0;
}

static bool
links (void)
{
  return link (place->other_file, place->new_file) == 0;
}

static bool
gives_its_file_a_name (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", place->native_fd);

  return linkat (AT_FDCWD, path, AT_FDCWD, place->new_file, AT_SYMLINK_FOLLOW) == 0;
}

static bool
links_symbolically (void)
{
  return symlink ("file", place->new_file) == 0;
}

static bool
unlinks (void)
{
  return unlink (place->other_file) == 0;
}

static bool
makes_a_directory (void)
{
  return mkdir (place->new_file, 0700) == 0;
}

static bool
makes_a_pipe_with_a_name (void)
{
  return mkfifo (place->new_file, 0600) == 0;
}

static bool
truncates (void)
{
  return truncate (place->other_file, 0) == 0;
}

static bool
changes_its_mode (void)
{
  return chmod (place->other_file, 0777) == 0 || fchmod (place->source_fd, 0777) == 0;
}

static bool
executes (void)
{
  char *argv[] = { (char[]){ "true" }, NULL };

  return execv ("/bin/true", argv) == 0;
}

static bool
executes_from_memory (void)
{
  char *argv[] = { (char[]){ "true" }, NULL };
  int fd = open ("/bin/true", O_RDONLY);

  return fexecve (fd >= 0 ? fd : place->source_fd, argv, argv + 1) == 0;
}

static bool
makes_a_socket (void)
{
  return socket (AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static bool
makes_sockets (void)
{
  int fds[2];

  return socketpair (AF_UNIX, SOCK_STREAM, 0, fds) == 0;
}

static bool
signals_its_parent (void)
{
  return kill (getppid (), 0) == 0;
}

static bool
signals_a_thread_of_its_parent (void)
{
  return syscall (SYS_tgkill, getppid (), getppid (), 0) == 0;
}

static bool
has_its_parent_signalled (void)
{
  return fcntl (place->source_fd, F_SETOWN, getppid ()) == 0;
}

static bool
holds_its_parent (void)
{
  return syscall (SYS_pidfd_open, getppid (), 0) >= 0;
}

static bool
is_traced (void)
{
  return ptrace (PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

static bool
traces_its_parent (void)
{
  return ptrace (PTRACE_SEIZE, getppid (), NULL, NULL) == 0;
}

static bool
reads_its_parents_memory (void)
{
  char byte;
  struct iovec here = { &byte, 1 }, there = { (void *) (uintptr_t) place->folder, 1 };

  return syscall (SYS_process_vm_readv, getppid (), &here, 1, &there, 1, 0) == 1;
}

static bool
maps_code (void)
{
  return mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool
makes_data_code (void)
{
  void *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return page != MAP_FAILED && mprotect (page, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool
leaves_its_namespace (void)
{
  return unshare (CLONE_NEWUSER) == 0;
}

static bool
forks_into_a_namespace (void)
{
  long pid = syscall (SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);

  if (pid == 0)
    _exit (0);
  return pid > 0;
}

static bool
raises_a_limit (void)
{
  struct rlimit now;

  return getrlimit (RLIMIT_NOFILE, &now) == 0 && setrlimit (RLIMIT_NOFILE, &now) == 0;
}

static bool
leaves_its_group (void)
{
  return setsid () >= 0;
}

/* What an unprivileged process of some systems may do, and one behind walls never. */
static bool
does_what_few_may (void)
{
  static const long calls[] = {
    SYS_bpf,     SYS_perf_event_open, SYS_keyctl, SYS_io_uring_setup, SYS_userfaultfd,   SYS_mount,
    SYS_umount2, SYS_setns,           SYS_chroot, SYS_add_key,        SYS_fanotify_init,
  };

  for (size_t i = 0; i < G_N_ELEMENTS (calls); i++)
    if (syscall (calls[i], 0, 0, 0, 0, 0, 0) >= 0 || errno != ENOSYS)
      return true;
  return false;
}

typedef struct
{
  const char *name;
  bool (*attempt) (void);
  bool is_granted_outside; /* everywhere */
} Attempt;

static const Attempt attempts[] = {
  { "opens_to_write", opens_to_write, true },
  { "opens_to_read_and_write", opens_to_read_and_write, true },
  { "truncates_by_opening", truncates_by_opening, true },
  { "creates", creates, true },
  { "creates_without_a_name", creates_without_a_name, false },
  { "creates_the_old_way", creates_the_old_way, true },
  { "opens_the_new_way", opens_the_new_way, true },
  { "reopens_its_own", reopens_its_own, true },
  { "renames", renames, true },
  { "links", links, true },
  { "gives_its_file_a_name", gives_its_file_a_name, false },
  { "links_symbolically", links_symbolically, true },
  { "unlinks", unlinks, true },
  { "makes_a_directory", makes_a_directory, true },
  { "makes_a_pipe_with_a_name", makes_a_pipe_with_a_name, true },
  { "truncates", truncates, true },
  { "changes_its_mode", changes_its_mode, true },
  { "executes", executes, true },
  { "executes_from_memory", executes_from_memory, true },
  { "makes_a_socket", makes_a_socket, true },
  { "makes_sockets", makes_sockets, true },
  { "signals_its_parent", signals_its_parent, true },
  { "signals_a_thread_of_its_parent", signals_a_thread_of_its_parent, true },
  { "has_its_parent_signalled", has_its_parent_signalled, true },
  { "holds_its_parent", holds_its_parent, false },
  { "is_traced", is_traced, false },
  { "traces_its_parent", traces_its_parent, false },
  { "reads_its_parents_memory", reads_its_parents_memory, false },
  { "maps_code", maps_code, true },
  { "makes_data_code", makes_data_code, true },
  { "leaves_its_namespace", leaves_its_namespace, false },
  { "forks_into_a_namespace", forks_into_a_namespace, false },
  { "raises_a_limit", raises_a_limit, true },
  { "leaves_its_group", leaves_its_group, true },
  { "does_what_few_may", does_what_few_may, true },
};

static void
test_is_refused (Place *fixture, gconstpointer data)
{
  const Attempt *attempt = data;
  (void) fixture;

  g_assert_false (succeeds (attempt->attempt, INSIDE_FILE));
  g_assert_false (succeeds (attempt->attempt, INSIDE_DIRECTORY));
  if (attempt->is_granted_outside)
    g_assert_true (succeeds (attempt->attempt, OUTSIDE));
}

/* ---- what has to work ---- */

static bool
reads_the_source (void)
{
  char text[8];

  return pread (place->source_fd, text, sizeof text, 0) == 6 && memcmp (text, "source", 6) == 0;
}

static bool
writes_the_native_file (void)
{
  struct stat info;

  if (posix_fallocate (place->native_fd, 0, 1 << 16) != 0
      || pwrite (place->native_fd, "native", 6, 60000) != 6 || ftruncate (place->native_fd, 60006) != 0
      || fstat (place->native_fd, &info) != 0 || info.st_size != 60006)
    return false;
  const char *mapped = mmap (NULL, 60006, PROT_READ, MAP_SHARED, place->native_fd, 0);
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
    _exit (sandbox_end_with_parent (getppid ()) && pwrite (place->native_fd, "x", 1, 0) == 1 ? 5 : 6);
  return pid > 0 && wait4 (pid, &status, 0, &usage) == pid && status == W_EXITCODE (5, 0);
}

static bool
reads_beneath_the_directory (void)
{
  int fd = openat (place->folder_fd, "source", O_RDONLY | O_CLOEXEC);
  GDir *dir = g_dir_open (place->folder, 0, NULL);

  return fd >= 0 && dir != NULL && g_strcmp0 (g_dir_read_name (dir), "source") == 0;
}

static bool
reads_elsewhere (void)
{
  return open (place->other_file, O_RDONLY | O_CLOEXEC) >= 0;
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
test_import_works (Place *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  for (int where = OUTSIDE; where <= INSIDE_DIRECTORY; where++)
    {
      g_assert_true (succeeds (reads_the_source, where));
      g_assert_true (succeeds (writes_the_native_file, where));
      g_assert_true (succeeds (takes_memory, where));
      g_assert_true (succeeds (runs_threads, where));
      g_assert_true (succeeds (counts_processors, where));
      g_assert_true (succeeds (forks_and_reaps, where));
      g_assert_true (succeeds (says_why, where));
    }
  g_assert_true (succeeds (reads_beneath_the_directory, INSIDE_DIRECTORY));
}

static void
test_ends_by_its_own_signals (Place *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_cmpint (WTERMSIG (status_of (spins, INSIDE_FILE)), ==, SIGPROF);
  g_assert_cmpint (WTERMSIG (status_of (aborts, INSIDE_FILE)), ==, SIGABRT);
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
test_files_elsewhere_cannot_be_read (Place *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_true (succeeds (reads_elsewhere, OUTSIDE));
  if (!succeeds (gains_no_rights, OUTSIDE))
    {
      g_test_skip ("this kernel has no Landlock");
      return;
    }
  g_assert_false (succeeds (reads_elsewhere, INSIDE_FILE));
  g_assert_false (succeeds (reads_elsewhere, INSIDE_DIRECTORY));
  g_assert_false (succeeds (reads_beneath_the_directory, INSIDE_FILE));
}

/* ---- limits ---- */

static bool
keeps_within_limits (void)
{
  struct rlimit core, files;

  sandbox_limit (&(SandboxLimits){ .file_size_bytes = 4096, .n_open_files = 40 });
  return getrlimit (RLIMIT_CORE, &core) == 0 && core.rlim_max == 0 && getrlimit (RLIMIT_NOFILE, &files) == 0
         && files.rlim_max == 40 && pwrite (place->native_fd, "x", 1, 4095) == 1
         && pwrite (place->native_fd, "x", 1, 4096) == -1 && errno == EFBIG;
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
test_limits_hold (Place *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_true (succeeds (keeps_within_limits, OUTSIDE));
#ifndef STEPSCOPE_SANITIZED
  g_assert_true (succeeds (keeps_within_memory, OUTSIDE));
#endif
}

/* ---- the end of the parent ---- */

static void
test_ends_with_its_parent (Place *fixture, gconstpointer data)
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
test_parent_gone_before_is_noticed (Place *fixture, gconstpointer data)
{
  (void) fixture;
  (void) data;
  g_assert_false (succeeds (has_init_for_a_parent, OUTSIDE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (attempts); i++)
    {
      g_autofree char *path = g_strconcat ("/sandbox/refused/", attempts[i].name, NULL);
      g_test_add (path, Place, &attempts[i], set_up, test_is_refused, tear_down);
    }
#define ADD(path, function) g_test_add ("/sandbox/" path, Place, NULL, set_up, function, tear_down)
  ADD ("import_works", test_import_works);
  ADD ("ends_by_its_own_signals", test_ends_by_its_own_signals);
  ADD ("files_elsewhere_cannot_be_read", test_files_elsewhere_cannot_be_read);
  ADD ("limits_hold", test_limits_hold);
  ADD ("ends_with_its_parent", test_ends_with_its_parent);
  ADD ("parent_gone_before_is_noticed", test_parent_gone_before_is_noticed);
  return g_test_run ();
}
