/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/cache/failing_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

FailingCalls failing_calls;

static bool
fails (int code)
{
  if (code != 0)
    errno = code;
  return code != 0;
}

int
openat (int directory, const char *path, int flags, ...)
{
  bool is_tmpfile = (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = 0;

  if (is_tmpfile || (flags & O_CREAT) != 0)
    {
      va_list arguments;

      va_start (arguments, flags);
      mode = va_arg (arguments, mode_t);
      va_end (arguments);
    }
  return is_tmpfile && fails (failing_calls.tmpfile)
           ? -1
           : (int) syscall (SYS_openat, directory, path, flags, mode);
}

int
flock (int fd, int how)
{
  return fails (failing_calls.flock) ? -1 : (int) syscall (SYS_flock, fd, how);
}

int
fsync (int fd)
{
  return fails (failing_calls.fsync) ? -1 : (int) syscall (SYS_fsync, fd);
}

int
linkat (int from_directory, const char *from, int to_directory, const char *to, int flags)
{
  return fails (failing_calls.linkat)
           ? -1
           : (int) syscall (SYS_linkat, from_directory, from, to_directory, to, flags);
}
