/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/unnamed_file.h"

#include <glib.h>
#include <sys/mman.h>

int
unnamed_file_new (void)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}
