/* SPDX-License-Identifier: Apache-2.0
 *
 * The system calls that are left to an import: a list of those allowed, so that what a later kernel adds is refused.
 *
 * What is refused answers ENOSYS, as a kernel without it would: the C library then falls back on an older call that
 * is in the list (clone3 () -> clone (), whose flags can be looked at), whatever its version. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "app/converter/sandbox.h"

/* Whatever their arguments. Names that an architecture does not have are left out by libseccomp. */
static const int allowed[] = {
  /* what is open */
  SCMP_SYS (read),
  SCMP_SYS (pread64),
  SCMP_SYS (readv),
  SCMP_SYS (preadv),
  SCMP_SYS (write),
  SCMP_SYS (pwrite64),
  SCMP_SYS (writev),
  SCMP_SYS (pwritev),
  SCMP_SYS (lseek),
  SCMP_SYS (fallocate),
  SCMP_SYS (ftruncate),
  SCMP_SYS (fstat),
  SCMP_SYS (fstatfs),
  SCMP_SYS (fadvise64),
  SCMP_SYS (readahead),
  SCMP_SYS (getdents64),
  SCMP_SYS (fsync),
  SCMP_SYS (fdatasync),
  SCMP_SYS (sync_file_range),
  SCMP_SYS (close),
  SCMP_SYS (dup),
  SCMP_SYS (poll),
  SCMP_SYS (ppoll),
  /* what lies where; opening is below */
  SCMP_SYS (stat),
  SCMP_SYS (lstat),
  SCMP_SYS (newfstatat),
  SCMP_SYS (statx),
  SCMP_SYS (access),
  SCMP_SYS (faccessat),
  SCMP_SYS (faccessat2),
  SCMP_SYS (readlink),
  SCMP_SYS (readlinkat),
  SCMP_SYS (getcwd),
  /* memory */
  SCMP_SYS (munmap),
  SCMP_SYS (mremap),
  SCMP_SYS (madvise),
  SCMP_SYS (brk),
  SCMP_SYS (memfd_create),
  /* threads and children */
  SCMP_SYS (fork),
  SCMP_SYS (futex),
  SCMP_SYS (set_robust_list),
  SCMP_SYS (set_tid_address),
  SCMP_SYS (rseq),
  SCMP_SYS (membarrier),
  SCMP_SYS (sched_yield),
  SCMP_SYS (sched_getaffinity),
  SCMP_SYS (sched_getparam),
  SCMP_SYS (sched_getscheduler),
  SCMP_SYS (wait4),
  SCMP_SYS (exit),
  SCMP_SYS (exit_group),
  /* signals of one's own */
  SCMP_SYS (rt_sigaction),
  SCMP_SYS (rt_sigprocmask),
  SCMP_SYS (rt_sigreturn),
  SCMP_SYS (sigaltstack),
  SCMP_SYS (restart_syscall),
  SCMP_SYS (setitimer),
  /* what one is, and when */
  SCMP_SYS (getpid),
  SCMP_SYS (getppid),
  SCMP_SYS (gettid),
  SCMP_SYS (getuid),
  SCMP_SYS (geteuid),
  SCMP_SYS (getgid),
  SCMP_SYS (getegid),
  SCMP_SYS (getrusage),
  SCMP_SYS (getrlimit),
  SCMP_SYS (uname),
  SCMP_SYS (sysinfo),
  SCMP_SYS (getcpu),
  SCMP_SYS (getrandom),
  SCMP_SYS (clock_gettime),
  SCMP_SYS (clock_getres),
  SCMP_SYS (clock_nanosleep),
  SCMP_SYS (nanosleep),
  SCMP_SYS (gettimeofday),
  SCMP_SYS (time),
};

/* O_TMPFILE is among them: it goes with O_WRONLY or O_RDWR. Some file systems write with O_TRUNC alone. */
#define WRITING_FLAGS (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

#define NAMESPACE_FLAGS \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* F_SETOWN is left out: it has signals sent to others. */
static const int allowed_fcntls[] = { F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC };

static const int allowed_prctls[] = { PR_SET_PDEATHSIG, PR_SET_NAME };

static bool
allow (scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition)
{
  return seccomp_rule_add (filter, SCMP_ACT_ALLOW, call, 1, condition) == 0;
}

static bool
add_rules (scmp_filter_ctx filter)
{
  bool ok = true;

  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
    ok = ok && seccomp_rule_add (filter, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
  for (size_t i = 0; i < sizeof allowed_fcntls / sizeof allowed_fcntls[0]; i++)
    ok = ok && allow (filter, SCMP_SYS (fcntl), SCMP_A1 (SCMP_CMP_EQ, (scmp_datum_t) allowed_fcntls[i], 0));
  for (size_t i = 0; i < sizeof allowed_prctls / sizeof allowed_prctls[0]; i++)
    ok = ok && allow (filter, SCMP_SYS (prctl), SCMP_A0 (SCMP_CMP_EQ, (scmp_datum_t) allowed_prctls[i], 0));

  ok = ok && allow (filter, SCMP_SYS (open), SCMP_A1 (SCMP_CMP_MASKED_EQ, WRITING_FLAGS, 0));
  ok = ok && allow (filter, SCMP_SYS (openat), SCMP_A2 (SCMP_CMP_MASKED_EQ, WRITING_FLAGS, 0));
  /* No code but what the program came with. */
  ok = ok && allow (filter, SCMP_SYS (mmap), SCMP_A2 (SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  ok = ok && allow (filter, SCMP_SYS (mprotect), SCMP_A2 (SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  ok = ok && allow (filter, SCMP_SYS (clone), SCMP_A0 (SCMP_CMP_MASKED_EQ, NAMESPACE_FLAGS, 0));
  /* abort () sends itself a signal. A child of ours that aborts ends by the trap behind that instead. */
  ok = ok && allow (filter, SCMP_SYS (tgkill), SCMP_A0 (SCMP_CMP_EQ, (scmp_datum_t) getpid (), 0));
  /* Reading a limit of one's own, which is how getrlimit () is made. */
  ok = ok
       && seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (prlimit64), 2, SCMP_A0 (SCMP_CMP_EQ, 0, 0),
                            SCMP_A2 (SCMP_CMP_EQ, 0, 0))
            == 0;
  return ok;
}

bool
sandbox_confine_calls (void)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ERRNO (ENOSYS));
  if (filter == NULL)
    return false;

  seccomp_attr_set (filter, SCMP_FLTATR_CTL_TSYNC, 1);
  /* Linux before 5.16 would slow down whoever has a filter, against leaks through speculation (spec_store_bypass):
   * there is nothing in this process that its threads would hide from each other. */
  seccomp_attr_set (filter, SCMP_FLTATR_CTL_SSB, 1);
  bool confined = add_rules (filter) && seccomp_load (filter) == 0;
  seccomp_release (filter);
  return confined;
}
