/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/scratch_file.h"

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <sys/mman.h>

int
scratch_file_new (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "stepscope", NULL);

  g_mkdir_with_parents (folder, 0700);
  int fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return fd >= 0 ? fd : memfd_create ("stepscope", MFD_CLOEXEC);
}
