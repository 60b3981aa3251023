/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/section/output_file.h"
#include "trace/text/trace_error.h"

typedef struct
{
  char *folder, *path;
} Place;

static void
place_init (Place *place)
{
  g_autoptr (GError) error = NULL;

  place->folder = g_dir_make_tmp ("output-XXXXXX", &error);
  g_assert_no_error (error);
  place->path = g_build_filename (place->folder, "out", NULL);
}

static guint
count_files (const Place *place)
{
  g_autoptr (GDir) folder = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

static void
place_clear (Place *place)
{
  g_autoptr (GDir) folder = g_dir_open (place->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (folder)) != NULL;)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);
      g_remove (path);
    }
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
}

static OutputFile *
begin (const char *path)
{
  g_autoptr (GError) error = NULL;
  OutputFile *file = output_file_begin (path, &error);

  g_assert_no_error (error);
  return file;
}

static OutputFile *
begin_named (const char *path)
{
  g_autoptr (GError) error = NULL;
  OutputFile *file = output_file_begin_named (path, &error);

  g_assert_no_error (error);
  return file;
}

static void
write_text (const OutputFile *file, const char *text)
{
  g_assert_cmpint (write (output_file_fd (file), text, strlen (text)), ==, (gssize) strlen (text));
}

static void
assert_contents (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_has_no_name_until_it_is_whole (void)
{
  g_autoptr (GError) error = NULL;
  Place place;

  place_init (&place);
  OutputFile *file = begin (place.path);
  write_text (file, "new");
  g_assert_false (g_file_test (place.path, G_FILE_TEST_EXISTS));
  if (output_file_part (file) == NULL) /* the file system has files without a name */
    g_assert_cmpuint (count_files (&place), ==, 0);
  g_assert_true (output_file_commit (file, &error));
  g_assert_no_error (error);
  output_file_free (file);
  assert_contents (place.path, "new");
  g_assert_cmpuint (count_files (&place), ==, 1);
  place_clear (&place);
}

static void
test_appears_whole (void)
{
  g_autoptr (GError) error = NULL;
  Place place;

  place_init (&place);
  OutputFile *file = begin_named (place.path);
  write_text (file, "new");
  g_assert_false (g_file_test (place.path, G_FILE_TEST_EXISTS));
  assert_contents (output_file_part (file), "new");
  g_assert_true (output_file_commit (file, &error));
  output_file_free (file);
  assert_contents (place.path, "new");
  g_assert_cmpuint (count_files (&place), ==, 1);
  place_clear (&place);
}

static void
test_replaces_and_keeps_permissions (void)
{
  Place place;
  struct stat now;

  place_init (&place);
  g_assert_true (g_file_set_contents (place.path, "old", -1, NULL));
  g_assert_cmpint (chmod (place.path, 0640), ==, 0);
  OutputFile *file = begin (place.path);
  write_text (file, "new");
  assert_contents (place.path, "old");
  g_assert_true (output_file_commit (file, NULL));
  output_file_free (file);
  assert_contents (place.path, "new");
  g_assert_cmpint (stat (place.path, &now), ==, 0);
  g_assert_cmpint (now.st_mode & 0777, ==, 0640);
  place_clear (&place);
}

static void
test_leaves_nothing_without_commit (void)
{
  Place place;

  place_init (&place);
  g_assert_true (g_file_set_contents (place.path, "old", -1, NULL));
  OutputFile *file = begin (place.path);
  write_text (file, "new");
  output_file_free (file);
  assert_contents (place.path, "old");
  g_assert_cmpuint (count_files (&place), ==, 1);
  place_clear (&place);
}

static void
test_links_stay_links (void)
{
  Place place;

  place_init (&place);
  g_autofree char *link = g_build_filename (place.folder, "link", NULL);
  g_assert_true (g_file_set_contents (place.path, "old", -1, NULL));
  g_assert_cmpint (symlink ("out", link), ==, 0);
  OutputFile *file = begin (link);
  write_text (file, "new");
  g_assert_true (output_file_commit (file, NULL));
  output_file_free (file);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_contents (place.path, "new");
  place_clear (&place);
}

static void
test_killed_writers_leave_what_the_next_removes (void)
{
  Place place;

  place_init (&place);
  for (int i = 0; i < 5; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          write_text (begin_named (place.path), "half");
          kill (getpid (), SIGKILL);
        }
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
      g_assert_false (g_file_test (place.path, G_FILE_TEST_EXISTS));
      g_assert_cmpuint (count_files (&place), ==, 1);
    }
  OutputFile *file = begin_named (place.path);
  g_assert_cmpuint (count_files (&place), ==, 1);
  OutputFile *other = begin_named (place.path);
  g_assert_cmpuint (count_files (&place), ==, 2);
  output_file_free (file);
  g_assert_true (output_file_commit (other, NULL));
  output_file_free (other);
  g_assert_cmpuint (count_files (&place), ==, 1);
  place_clear (&place);
}

static void
test_killed_writers_without_a_name_leave_nothing (void)
{
  Place place;

  place_init (&place);
  g_autoptr (OutputFile) probe = begin (place.path);
  if (output_file_part (probe) != NULL)
    g_test_skip ("this file system has no files without a name");
  else
    {
      pid_t child = fork ();

      if (child == 0)
        {
          write_text (begin (place.path), "half");
          kill (getpid (), SIGKILL);
        }
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
      g_assert_cmpuint (count_files (&place), ==, 0);
    }
  place_clear (&place);
}

static void
assert_refused (const char *path, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (output_file_begin (path, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_refuses_what_is_no_file (void)
{
  Place place;

  place_init (&place);
  g_autofree char *below = g_build_filename (place.folder, "missing", "out", NULL);
  g_autofree char *slash = g_strconcat (place.path, "/", NULL);

  assert_refused (place.folder, "is a folder");
  assert_refused (slash, "is a folder");
  assert_refused ("/dev/null", "not a regular file");
  assert_refused (below, "No such file or directory");
  g_assert_cmpuint (count_files (&place), ==, 0);
  place_clear (&place);
}

static void
test_errors_of_the_system_are_told_apart (void)
{
  static const struct
  {
    int number;
    TraceErrorCode code;
  } errors[] = {
    { ENOSPC, TRACE_ERROR_NO_SPACE }, { EDQUOT, TRACE_ERROR_NO_SPACE },   { EFBIG, TRACE_ERROR_NO_SPACE },
    { EIO, TRACE_ERROR_UNWRITABLE },  { EACCES, TRACE_ERROR_UNWRITABLE }, { ENOMEM, TRACE_ERROR_NO_MEMORY },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = NULL;

      output_file_set_error (&error, "out", errors[i].number);
      g_assert_error (error, TRACE_ERROR, (int) errors[i].code);
      g_assert_nonnull (strstr (error->message, "\"out\""));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output_file/has_no_name_until_it_is_whole", test_has_no_name_until_it_is_whole);
  g_test_add_func ("/output_file/killed_writers_without_a_name_leave_nothing",
                   test_killed_writers_without_a_name_leave_nothing);
  g_test_add_func ("/output_file/appears_whole", test_appears_whole);
  g_test_add_func ("/output_file/replaces_and_keeps_permissions", test_replaces_and_keeps_permissions);
  g_test_add_func ("/output_file/leaves_nothing_without_commit", test_leaves_nothing_without_commit);
  g_test_add_func ("/output_file/links_stay_links", test_links_stay_links);
  g_test_add_func ("/output_file/killed_writers_leave_what_the_next_removes",
                   test_killed_writers_leave_what_the_next_removes);
  g_test_add_func ("/output_file/refuses_what_is_no_file", test_refuses_what_is_no_file);
  g_test_add_func ("/output_file/errors_of_the_system_are_told_apart",
                   test_errors_of_the_system_are_told_apart);
  return g_test_run ();
}
