/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/unit/trace/section/written_sections.h"
#include "trace/text/trace_error.h"

static void
a_section_that_is_not_complete_fails (void)
{
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 5);
  section_writer_copy (writer, SECTION_LOD, "four", 4);
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "section lod: 4 of 5 bytes were written");
  section_writer_end (writer, SECTION_LOD, 0);
  g_test_assert_expected_messages ();
  g_assert_true (section_writer_failed (writer));
  g_assert_false (section_writer_finish (writer, 0, written_sections_key, "file", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
  g_clear_error (&error);
  section_writer_free (writer);

  writer = section_writer_new (fd);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 5);
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "section lod was not ended");
  g_assert_false (section_writer_finish (writer, 0, written_sections_key, "file", NULL));
  g_test_assert_expected_messages ();
  section_writer_free (writer);
  close (fd);
}

/* Writes n MiB, by which time the failure must have shown; returns what finish () says. */
static char *
failure_of (int fd, unsigned n_mib, gint code)
{
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;

  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  for (unsigned i = 0; i < n_mib; i++)
    section_writer_take (writer, SECTION_ARGUMENTS, calloc (1, 1 << 20), 1 << 20);
  g_assert_false (section_writer_drain (writer));
  g_assert_true (section_writer_failed (writer));

  /* All goes on as if nothing was, and nothing waits. */
  for (unsigned i = 0; i < 40; i++)
    section_writer_take (writer, SECTION_ARGUMENTS, calloc (1, 1 << 20), 1 << 20);
  section_writer_mark (writer);
  section_writer_rewind (writer);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);
  section_writer_put (writer, SECTION_LOD, "x", 1);
  g_assert_false (section_writer_finish (writer, 0, written_sections_key, "/some/file", &error));
  g_assert_error (error, TRACE_ERROR, code);
  section_writer_free (writer);

  char *message = g_strdup (error->message);
  g_error_free (error);
  return message;
}

static void
what_cannot_be_written_is_said (void)
{
  g_autofree char *closed = failure_of (-1, 20, TRACE_ERROR_UNWRITABLE);
  g_autofree char *expected = g_strdup_printf ("/some/file: cannot be written: %s.", g_strerror (EBADF));
  int fds[2];

  g_assert_cmpstr (closed, ==, expected);

  g_assert_cmpint (pipe (fds), ==, 0);
  g_autofree char *pipe_text = failure_of (fds[1], 1, TRACE_ERROR_UNWRITABLE);
  g_autofree char *pipe_expected =
    g_strdup_printf ("/some/file: cannot be written: %s.", g_strerror (ESPIPE));
  g_assert_cmpstr (pipe_text, ==, pipe_expected);
  close (fds[0]);
  close (fds[1]);
}

/* In a process of its own: limits and mounts stay there. */
static void
in_child (void (*test) (void))
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      test ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == 77)
    g_test_skip ("file systems cannot be mounted here");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

static void
reach_size_limit (void)
{
  int fd = written_sections_new ();

  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &(struct rlimit){ 5000000, 5000000 }), ==, 0);
  g_autofree char *message = failure_of (fd, 30, TRACE_ERROR_NO_SPACE);
  g_assert_true (g_str_has_prefix (message, "/some/file: the file exceeds the size limit for files: "));
  g_assert_nonnull (
    strstr (message, " MB were needed so far. Raise the limit (ulimit -f), or write elsewhere."));

  /* Below the limit, though no MiB more can be reserved, all is well. */
  int other = written_sections_new ();
  SectionWriter *writer = section_writer_new (other);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 4900000);
  section_writer_take (writer, SECTION_LOD, calloc (1, 4900000), 4900000);
  section_writer_end (writer, SECTION_LOD, 0);
  written_sections_finish (writer);
  section_map_free (written_sections_map (other));

  /* And a file of which not even the header fits. */
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &(struct rlimit){ 100, 5000000 }), ==, 0);
  writer = section_writer_new (written_sections_new ());
  g_assert_false (section_writer_finish (writer, 0, written_sections_key, "file", NULL));
  section_writer_free (writer);
}

static void
file_size_limit_is_a_message_and_no_signal (void)
{
  in_child (reach_size_limit);
}

static void
fill_disk (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-full-XXXXXX", NULL);

  g_assert_nonnull (folder);
  if (unshare (CLONE_NEWNS) != 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("tmpfs", folder, "tmpfs", 0, "size=1M") != 0)
    {
      g_rmdir (folder);
      _exit (77);
    }

  g_autofree char *path = g_build_filename (folder, "full", NULL);
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL, 0600);
  g_autofree char *message = failure_of (fd, 20, TRACE_ERROR_NO_SPACE);
  g_assert_true (g_str_has_prefix (message, "/some/file: the disk is full: "));
  g_assert_nonnull (strstr (message, " MB were needed so far. Free some space, or write elsewhere."));
  g_assert_false (section_file_probe (fd));
  close (fd);
  g_assert_cmpint (g_unlink (path), ==, 0);

  /* What fits, fits: space that is only reserved ahead is not missed. */
  fd = open (path, O_RDWR | O_CREAT | O_EXCL, 0600);
  SectionWriter *writer = section_writer_new (fd);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 1000000);
  section_writer_take (writer, SECTION_LOD, calloc (1, 1000000), 1000000);
  section_writer_end (writer, SECTION_LOD, 0);
  written_sections_finish (writer);
  section_map_free (written_sections_map (fd));
  close (fd);

  g_unlink (path);
  g_assert_cmpint (umount (folder), ==, 0);
  g_rmdir (folder);
}

static void
full_disk_is_a_message (void)
{
  in_child (fill_disk);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_writer/a_section_that_is_not_complete_fails",
                   a_section_that_is_not_complete_fails);
  g_test_add_func ("/section_writer/what_cannot_be_written_is_said", what_cannot_be_written_is_said);
  g_test_add_func ("/section_writer/file_size_limit_is_a_message_and_no_signal",
                   file_size_limit_is_a_message_and_no_signal);
  g_test_add_func ("/section_writer/full_disk_is_a_message", full_disk_is_a_message);
  return g_test_run ();
}
