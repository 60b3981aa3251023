/* SPDX-License-Identifier: Apache-2.0
 *
 * A library to preload: the n-th call that changes a regular file fails, as on a disk that is full or broken.
 *
 *   STEPSCOPE_FAULT_AT      n, from 1; 0 or nothing: none fails
 *   STEPSCOPE_FAULT_ERROR   ENOSPC, EDQUOT, EFBIG or EIO (default)
 *   STEPSCOPE_FAULT_STAYS   1: all calls after it fail as well
 *   STEPSCOPE_FAULT_COUNT   a file that the number of such calls is written to when the process ends
 *
 * Counted are write (), pwrite (), their vector forms, fsync (), fdatasync (), ftruncate () and the two forms of
 * fallocate (), on regular files alone: messages still come out. */

/* Both names of each call, the one with 64 in it too: here neither stands for the other. */
#undef _FILE_OFFSET_BITS

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long n_calls;
static long fail_at;
static int fail_error;
static bool fail_stays;

__attribute__ ((constructor)) static void
read_environment (void)
{
  const char *at = getenv ("STEPSCOPE_FAULT_AT"), *name = getenv ("STEPSCOPE_FAULT_ERROR");

  fail_at = at != NULL ? strtol (at, NULL, 10) : 0;
  fail_stays = getenv ("STEPSCOPE_FAULT_STAYS") != NULL;
  fail_error = name == NULL                   ? EIO
               : strcmp (name, "ENOSPC") == 0 ? ENOSPC
               : strcmp (name, "EDQUOT") == 0 ? EDQUOT
               : strcmp (name, "EFBIG") == 0  ? EFBIG
                                              : EIO;
}

__attribute__ ((destructor)) static void
write_count (void)
{
  const char *path = getenv ("STEPSCOPE_FAULT_COUNT");
  long n = atomic_load (&n_calls);
  FILE *file = path != NULL ? fopen (path, "w") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%ld\n", n);
  fclose (file);
}

static bool
fails (int fd)
{
  struct stat info;

  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    return false;
  long n = atomic_fetch_add (&n_calls, 1) + 1;
  return fail_at > 0 && (n == fail_at || (fail_stays && n > fail_at));
}

/* The next definition of a function; the program cannot do without it. */
static void *
real (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);

  if (function == NULL)
    abort ();
  return function;
}

#define REAL(name) ((__typeof__ (&name)) real (#name))

/* name (fd, ...), which returns -1 and sets errno. */
#define FAULTY(type, name, parameters, arguments) \
  type name parameters;                           \
  type name parameters                            \
  {                                               \
    if (fails (fd))                               \
      {                                           \
        errno = fail_error;                       \
        return -1;                                \
      }                                           \
    return REAL (name) arguments;                 \
  }

FAULTY (ssize_t, write, (int fd, const void *data, size_t n), (fd, data, n))
FAULTY (ssize_t, pwrite, (int fd, const void *data, size_t n, __off_t at), (fd, data, n, at))
FAULTY (ssize_t, pwrite64, (int fd, const void *data, size_t n, __off64_t at), (fd, data, n, at))
FAULTY (ssize_t, writev, (int fd, const struct iovec *parts, int n), (fd, parts, n))
FAULTY (ssize_t, pwritev, (int fd, const struct iovec *parts, int n, __off_t at), (fd, parts, n, at))
FAULTY (ssize_t, pwritev64, (int fd, const struct iovec *parts, int n, __off64_t at), (fd, parts, n, at))
FAULTY (int, fsync, (int fd), (fd))
FAULTY (int, fdatasync, (int fd), (fd))
FAULTY (int, ftruncate, (int fd, __off_t size), (fd, size))
FAULTY (int, ftruncate64, (int fd, __off64_t size), (fd, size))
FAULTY (int, fallocate, (int fd, int mode, __off_t at, __off_t n), (fd, mode, at, n))
FAULTY (int, fallocate64, (int fd, int mode, __off64_t at, __off64_t n), (fd, mode, at, n))

/* These return the error. */
int
posix_fallocate (int fd, __off_t at, __off_t n)
{
  return fails (fd) ? fail_error : REAL (posix_fallocate) (fd, at, n);
}

int
posix_fallocate64 (int fd, __off64_t at, __off64_t n)
{
  return fails (fd) ? fail_error : REAL (posix_fallocate64) (fd, at, n);
}
