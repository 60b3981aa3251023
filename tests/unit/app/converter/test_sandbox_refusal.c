/* SPDX-License-Identifier: Apache-2.0
 *
 * Behind the walls everything that would reach beyond an import is refused, and where that is harmless it is tried outside
 * too, so that a refusal is the walls'. */

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/app/converter/sandbox_place.h"

static bool
opens (int flags)
{
  return open (sandbox_place->other_file, flags | O_CLOEXEC, 0600) >= 0;
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
  return open (sandbox_place->new_file, O_RDONLY | O_CREAT | O_CLOEXEC, 0600) >= 0;
}

static bool
creates_without_a_name (void)
{
  return open (sandbox_place->other, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) >= 0;
}

static bool
creates_the_old_way (void)
{
  return creat (sandbox_place->new_file, 0600) >= 0;
}

static bool
opens_the_new_way (void)
{
  struct open_how how = { .flags = O_WRONLY };

  return syscall (SYS_openat2, AT_FDCWD, sandbox_place->other_file, &how, sizeof how) >= 0;
}

static bool
reopens_its_own (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", sandbox_place->source_fd);

  return open (path, O_RDWR | O_CLOEXEC) >= 0;
}

static bool
renames (void)
{
  return rename (sandbox_place->other_file, sandbox_place->new_file) == 0;
}

static bool
links (void)
{
  return link (sandbox_place->other_file, sandbox_place->new_file) == 0;
}

static bool
gives_its_file_a_name (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", sandbox_place->native_fd);

  return linkat (AT_FDCWD, path, AT_FDCWD, sandbox_place->new_file, AT_SYMLINK_FOLLOW) == 0;
}

static bool
links_symbolically (void)
{
  return symlink ("file", sandbox_place->new_file) == 0;
}

static bool
unlinks (void)
{
  return unlink (sandbox_place->other_file) == 0;
}

static bool
makes_a_directory (void)
{
  return mkdir (sandbox_place->new_file, 0700) == 0;
}

static bool
makes_a_pipe_with_a_name (void)
{
  return mkfifo (sandbox_place->new_file, 0600) == 0;
}

static bool
truncates (void)
{
  return truncate (sandbox_place->other_file, 0) == 0;
}

static bool
changes_its_mode (void)
{
  return chmod (sandbox_place->other_file, 0777) == 0 || fchmod (sandbox_place->source_fd, 0777) == 0;
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

  return fexecve (fd >= 0 ? fd : sandbox_place->source_fd, argv, argv + 1) == 0;
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
  return fcntl (sandbox_place->source_fd, F_SETOWN, getppid ()) == 0;
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
  struct iovec here = { &byte, 1 }, there = { (void *) (uintptr_t) sandbox_place->folder, 1 };

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
test_is_refused (SandboxPlace *fixture, gconstpointer data)
{
  const Attempt *attempt = data;
  (void) fixture;

  g_assert_false (sandbox_place_succeeds (attempt->attempt, INSIDE_FILE));
  g_assert_false (sandbox_place_succeeds (attempt->attempt, INSIDE_DIRECTORY));
  if (attempt->is_granted_outside)
    g_assert_true (sandbox_place_succeeds (attempt->attempt, OUTSIDE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (attempts); i++)
    {
      g_autofree char *path = g_strconcat ("/sandbox/refused/", attempts[i].name, NULL);
      g_test_add (path, SandboxPlace, &attempts[i], sandbox_place_set_up, test_is_refused,
                  sandbox_place_tear_down);
    }
  return g_test_run ();
}
