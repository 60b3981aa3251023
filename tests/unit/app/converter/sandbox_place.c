/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/app/converter/sandbox_place.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/converter/sandbox.h"

#define STATUS_NO_WALLS 77

const SandboxPlace *sandbox_place;

void
sandbox_place_set_up (SandboxPlace *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  (void) data;

  fixture->folder = g_dir_make_tmp ("stepscope-sandbox-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->source = g_build_filename (fixture->folder, "source", NULL);
  fixture->other = g_dir_make_tmp ("stepscope-sandbox-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->other_file = g_build_filename (fixture->other, "file", NULL);
  fixture->new_file = g_build_filename (fixture->other, "new", NULL);
  g_assert_true (g_file_set_contents (fixture->source, "source", -1, NULL));
  g_assert_true (g_file_set_contents (fixture->other_file, "other", -1, NULL));
  fixture->source_fd = open (fixture->source, O_RDONLY | O_CLOEXEC);
  fixture->folder_fd = open (fixture->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  fixture->native_fd = open (fixture->other, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fixture->native_fd < 0)
    fixture->native_fd = memfd_create ("native", MFD_CLOEXEC);
  g_assert_cmpint (MIN (fixture->source_fd, MIN (fixture->folder_fd, fixture->native_fd)), >=, 0);
  sandbox_place = fixture;
}

void
sandbox_place_tear_down (SandboxPlace *fixture, gconstpointer data)
{
  (void) data;
  close (fixture->source_fd);
  close (fixture->folder_fd);
  close (fixture->native_fd);
  g_unlink (fixture->source);
  g_unlink (fixture->other_file);
  g_unlink (fixture->new_file);
  g_rmdir (fixture->new_file);
  g_rmdir (fixture->folder);
  g_rmdir (fixture->other);
  g_free (fixture->folder);
  g_free (fixture->source);
  g_free (fixture->other);
  g_free (fixture->other_file);
  g_free (fixture->new_file);
}

int
sandbox_place_status (bool (*what) (void), int where)
{
  int status;
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      if (where != OUTSIDE
          && (sandbox_enter (where == INSIDE_DIRECTORY ? sandbox_place->folder_fd : -1) & SANDBOX_CALLS) == 0)
        _exit (STATUS_NO_WALLS);
      _exit (what () ? 0 : 1);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

bool
sandbox_place_succeeds (bool (*what) (void), int where)
{
  int status = sandbox_place_status (what, where);

  g_assert_cmpint (status, !=, W_EXITCODE (STATUS_NO_WALLS, 0));
  return status == 0;
}
