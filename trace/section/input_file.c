/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static bool (*guard) (int fd, void *user_data);
static void *guard_data;

void
input_file_set_guard (bool (*may_read) (int fd, void *user_data), void *user_data)
{
  guard = may_read;
  guard_data = user_data;
}

int
input_file_open (int folder_fd, const char *name, int more_flags)
{
  int fd = openat (folder_fd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | more_flags);

  if (fd < 0 || guard == NULL || guard (fd, guard_data))
    return fd;
  close (fd);
  errno = EACCES;
  return -1;
}
