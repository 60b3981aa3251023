/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program to make files answer as those on a network drive that has gone away. The folder that
 * STEPSCOPE_HELD_FILES names holds what the test says and learns: who asks for a file whose path has "/far/" in it waits
 * while there is a file "hold"; each question of the main thread, which has to wait for no file, becomes a line of the
 * file "asked" instead. */

#undef _FILE_OFFSET_BITS /* which makes stat another name of stat64 */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOOK_EVERY_US 10000

static void
tell (const char *folder, const char *path)
{
  char name[4096];

  snprintf (name, sizeof name, "%s/asked", folder);
  int fd = (int) syscall (SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  dprintf (fd, "%s\n", path);
  close (fd);
}

/* The process that converts has no window. */
static int
is_converter (void)
{
  char line[4096] = "";
  int fd = (int) syscall (SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read (fd, line, sizeof line - 1) : 0;

  if (fd >= 0)
    close (fd);
  return n > 0 && memmem (line, (size_t) n, "convert-for-window", strlen ("convert-for-window")) != NULL;
}

static void
hold (const char *path)
{
  const char *folder = getenv ("STEPSCOPE_HELD_FILES");
  char name[4096];

  if (folder == NULL || path == NULL || strstr (path, "/far/") == NULL || is_converter ())
    return;
  if (syscall (SYS_gettid) == getpid ())
    {
      tell (folder, path);
      return;
    }
  snprintf (name, sizeof name, "%s/hold", folder);
  while (syscall (SYS_faccessat, AT_FDCWD, name, F_OK) == 0)
    usleep (LOOK_EVERY_US);
}

/* A function of the C library by the same name. */
#define NEXT(name) ((typeof (&name)) dlsym (RTLD_NEXT, #name))

int
access (const char *path, int mode)
{
  hold (path);
  return NEXT (access) (path, mode);
}

int
stat (const char *restrict path, struct stat *restrict info)
{
  hold (path);
  return NEXT (stat) (path, info);
}

int
stat64 (const char *restrict path, struct stat64 *restrict info)
{
  hold (path);
  return NEXT (stat64) (path, info);
}

int
lstat (const char *restrict path, struct stat *restrict info)
{
  hold (path);
  return NEXT (lstat) (path, info);
}

int
lstat64 (const char *restrict path, struct stat64 *restrict info)
{
  hold (path);
  return NEXT (lstat64) (path, info);
}

int
statx (int folder, const char *restrict path, int flags, unsigned int wanted, struct statx *restrict info)
{
  hold (path);
  return NEXT (statx) (folder, path, flags, wanted, info);
}

/* The mode counts where a file is made. */
int
open (const char *path, int flags, ...)
{
  va_list arguments;

  va_start (arguments, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  hold (path);
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

int
open64 (const char *path, int flags, ...)
{
  va_list arguments;

  va_start (arguments, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  return open (path, flags, mode);
}

char *
realpath (const char *restrict path, char *restrict real)
{
  hold (path);
  return NEXT (realpath) (path, real);
}
