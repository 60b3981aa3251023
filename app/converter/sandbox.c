/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/sandbox.h"

#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

bool
sandbox_end_with_parent (pid_t parent)
{
  /* The parent may have ended before the call: then somebody else is the parent by now. */
  return prctl (PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid () == parent;
}

static void
limit (__rlimit_resource_t resource, uint64_t wanted)
{
  struct rlimit now;

  if (getrlimit (resource, &now) != 0)
    return;
  now.rlim_max = MIN ((rlim_t) wanted, now.rlim_max);
  now.rlim_cur = now.rlim_max;
  setrlimit (resource, &now);
}

/* proc(5), oom_score_adj: 0 is everybody's, 1000 comes first. The window shall outlive its converter. */
static void
go_first_when_memory_ends (void)
{
  int fd = open ("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    return;
  ssize_t n = write (fd, "800", 3);
  (void) n;
  close (fd);
}

void
sandbox_limit (const SandboxLimits *limits)
{
  go_first_when_memory_ends ();
  signal (SIGXFSZ, SIG_IGN);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, limits->file_size_bytes);
  limit (RLIMIT_NOFILE, limits->n_open_files);
  if (limits->address_space_bytes > 0)
    limit (RLIMIT_AS, limits->address_space_bytes);
}

unsigned
sandbox_enter (int directory_fd)
{
  unsigned walls = 0;

  /* Both walls are granted only to who can gain no rights by running a program. */
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return 0;
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (sandbox_confine_files (directory_fd))
    walls |= SANDBOX_FILES;
  if (sandbox_confine_calls ())
    walls |= SANDBOX_CALLS;
  return walls;
}
