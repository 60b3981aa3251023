/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/opened_text.h"

#include <glib/gstdio.h>

#include "trace/open/open.h"

char *
opened_folder_new (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("stepscope-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
opened_folder_remove (char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_remove (path);
    }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

char *
opened_file (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

const Profile *
opened_text (const char *name, const char *json, const char *steps_pattern)
{
  char *folder = opened_folder_new ();
  g_autofree char *path = opened_file (folder, name, json);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, steps_pattern, &error);
  g_assert_no_error (error);
  opened_folder_remove (folder);
  return profile;
}
