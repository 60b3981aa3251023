/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/section/section.h"
#include "trace/text/trace_error.h"

#define COPY_BYTES ((size_t) 1 << 20)

static bool
fail (int number, GError **error)
{
  if (number == EINTR)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Reading was cancelled.");
  else if (number == ENOMEM || number == ENOSPC || number == EFBIG)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                         "standard input: not enough memory to open it; name the file instead.");
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "standard input: cannot be read: %s.",
                 g_strerror (number));
  return false;
}

/* Returns the first bytes of a pipe without removing them. -1 with errno. */
static ssize_t
peek (void *bytes, size_t n)
{
  int copy[2];

  if (pipe2 (copy, O_CLOEXEC) != 0)
    return -1;
  ssize_t got = tee (STDIN_FILENO, copy[1], n, 0);
  if (got > 0)
    got = read (copy[0], bytes, n);
  int saved = errno;
  close (copy[0]);
  close (copy[1]);
  errno = saved;
  return got;
}

static bool
write_all (int fd, const uint8_t *bytes, size_t n)
{
  while (n > 0)
    {
      ssize_t written = write (fd, bytes, n);

      if (written < 0)
        return false;
      bytes += written;
      n -= (size_t) written;
    }
  return true;
}

static bool
copy_to (int fd)
{
  uint8_t *buffer = malloc (COPY_BYTES);
  ssize_t n = -1;

  if (buffer == NULL)
    return false;
  while ((n = read (STDIN_FILENO, buffer, COPY_BYTES)) > 0)
    if (!write_all (fd, buffer, (size_t) n))
      {
        n = -1;
        break;
      }
  int saved = errno;
  free (buffer);
  errno = saved;
  return n == 0;
}

bool
standard_input_settle (GError **error)
{
  struct stat info;
  uint8_t magic[sizeof ((SectionFileHeader *) NULL)->magic];

  if (fstat (STDIN_FILENO, &info) != 0 || !S_ISFIFO (info.st_mode))
    return true;
  ssize_t n = peek (magic, sizeof magic);
  if (n < 0 && errno == EINTR)
    return fail (EINTR, error);
  if (n != sizeof magic || memcmp (magic, SECTION_FILE_MAGIC, sizeof magic) != 0)
    return true;

  int fd = memfd_create ("stepscope", MFD_CLOEXEC);
  bool ok = fd >= 0 && copy_to (fd) && dup2 (fd, STDIN_FILENO) >= 0;
  int saved = errno;
  if (fd >= 0)
    close (fd);
  return ok || fail (saved, error);
}
