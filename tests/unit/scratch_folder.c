/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/scratch_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <glib.h>

char *
scratch_folder_new (void)
{
  GError *error = NULL;
  char *folder = g_dir_make_tmp ("stepscope-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static int
remove_one (const char *path, const struct stat *info, int kind, struct FTW *place)
{
  (void) info, (void) kind, (void) place;
  return remove (path);
}

void
scratch_folder_remove (char *folder)
{
  g_assert_cmpint (nftw (folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), ==, 0);
  g_free (folder);
}
