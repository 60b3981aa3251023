/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files of a directory are the ranks of one profile. */

#include <fcntl.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/open/rank_directory.h"

#define KINETO   "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\"}]}"
#define DATABASE "SQLite format 3\0"
#define NSYS     DATABASE "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL"
#define ROCPD    DATABASE "CREATE TABLE rocpd_kernel_dispatch"
#define XSPACE   "\n\x0c\x08\x01\x12\x08/host:AB"
#define OTHER    DATABASE "CREATE TABLE notes"

typedef struct
{
  const char *name;
  const char *bytes;
  size_t n;
} File;

#define FILE_OF(name, bytes)        \
  {                                 \
    name, bytes, sizeof (bytes) - 1 \
  }

static char *
joined (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) names->pdata[i]);
  g_ptr_array_unref (names);
  return g_string_free (text, FALSE);
}

static void
check (const File *files,
       size_t n_files,
       const char *expected_ranks,
       const char *expected_others,
       const char *expected_profiles)
{
  char *folder = scratch_folder_new ();

  for (size_t i = 0; i < n_files; i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
      g_assert_true (g_file_set_contents (path, files[i].bytes, (gssize) files[i].n, NULL));
    }
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  GPtrArray *others = NULL;
  g_autofree char *ranks = joined (rank_directory_list (fd, folder, &others, NULL));
  g_autofree char *rest = joined (others);
  close (fd);
  if (expected_profiles != NULL)
    {
      GPtrArray *paths = rank_directory_other_profiles (folder);
      for (guint i = 0; i < paths->len; i++)
        {
          g_autofree char *path = paths->pdata[i];
          g_assert_true (g_str_has_prefix (path, folder));
          paths->pdata[i] = g_path_get_basename (path);
        }
      g_autofree char *profiles = joined (paths);
      g_assert_cmpstr (profiles, ==, expected_profiles);
    }
  scratch_folder_remove (folder);
  g_assert_cmpstr (ranks, ==, expected_ranks);
  g_assert_cmpstr (rest, ==, expected_others);
}

#define CHECK(ranks, others, ...)                               \
  do                                                            \
    {                                                           \
      const File files[] = { __VA_ARGS__ };                     \
      check (files, G_N_ELEMENTS (files), ranks, others, NULL); \
    }                                                           \
  while (0)

static void
test_ranks_in_the_order_of_their_numbers (void)
{
  CHECK ("rank2.json rank10.json", "", FILE_OF ("rank10.json", KINETO), FILE_OF ("rank2.json", KINETO),
         FILE_OF ("notes.txt", ""));
  CHECK ("rank2.sqlite rank10.sqlite", "", FILE_OF ("rank10.sqlite", NSYS), FILE_OF ("rank2.sqlite", NSYS));
}

static void
test_a_stray_database_is_left_out_of_ranks_of_text (void)
{
  CHECK ("rank0.json rank1.json", "cache.db", FILE_OF ("rank0.json", KINETO), FILE_OF ("rank1.json", KINETO),
         FILE_OF ("cache.db", OTHER));
  CHECK ("rank0.json rank1.json", "run.sqlite", FILE_OF ("rank0.json", KINETO),
         FILE_OF ("rank1.json", KINETO), FILE_OF ("run.sqlite", NSYS));
  /* Even if there are many of them. */
  CHECK ("rank0.json", "a.db b.db c.db", FILE_OF ("rank0.json", KINETO), FILE_OF ("a.db", OTHER),
         FILE_OF ("b.db", OTHER), FILE_OF ("c.db", OTHER));
}

static void
test_equally_many_of_two_formats_are_text (void)
{
  CHECK ("run.json", "run.sqlite", FILE_OF ("run.json", KINETO), FILE_OF ("run.sqlite", NSYS));
}

static void
test_stray_text_is_left_out_of_ranks_that_are_databases (void)
{
  CHECK ("rank0.sqlite rank1.sqlite", "settings.json", FILE_OF ("rank0.sqlite", NSYS),
         FILE_OF ("rank1.sqlite", NSYS), FILE_OF ("settings.json", "{\"a\": 1}"));
  CHECK ("rank0.sqlite rank1.sqlite", "run.json", FILE_OF ("rank0.sqlite", NSYS),
         FILE_OF ("rank1.sqlite", NSYS), FILE_OF ("run.json", KINETO));
}

static void
test_databases_of_two_formats (void)
{
  CHECK ("a.sqlite b.sqlite", "c.db", FILE_OF ("a.sqlite", NSYS), FILE_OF ("b.sqlite", NSYS),
         FILE_OF ("c.db", ROCPD));
  /* A damaged one is tried, so that the profile tells of it. */
  CHECK ("a.db b.db c.sqlite", "", FILE_OF ("a.db", ROCPD), FILE_OF ("b.db", ROCPD),
         FILE_OF ("c.sqlite", DATABASE));
}

static void
test_what_is_no_profile_is_tried_as_before (void)
{
  CHECK ("a.json b.json", "", FILE_OF ("a.json", "{\"a\": 1}"), FILE_OF ("b.json", ""));
  CHECK ("a.db b.sqlite", "", FILE_OF ("a.db", OTHER), FILE_OF ("b.sqlite", OTHER));
  CHECK ("a.json", "b.sqlite", FILE_OF ("a.json", ""), FILE_OF ("b.sqlite", OTHER));
}

static void
test_of_the_others_those_that_look_like_profiles_may_be_of_the_same_run (void)
{
  const File one_run[] = { FILE_OF ("host.json", KINETO), FILE_OF ("gpu.sqlite", NSYS),
                           FILE_OF ("cache.db", OTHER) };
  const File ranks[] = { FILE_OF ("rank0.json", KINETO), FILE_OF ("rank1.json", KINETO) };

  check (one_run, G_N_ELEMENTS (one_run), "host.json", "cache.db gpu.sqlite", "gpu.sqlite");
  check (ranks, G_N_ELEMENTS (ranks), "rank0.json rank1.json", "", "");
  GPtrArray *none = rank_directory_other_profiles ("/does/not/exist");
  g_assert_cmpuint (none->len, ==, 0);
  g_ptr_array_unref (none);
}

static void
test_more_others_than_a_window_should_open_are_none (void)
{
  char *folder = scratch_folder_new ();

  for (guint i = 0; i <= RANK_DIRECTORY_OTHERS_MAX; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s/rank%u.json", folder, i);
      g_autofree char *report = g_strdup_printf ("%s/rank%u.sqlite", folder, i);

      g_assert_true (g_file_set_contents (text, KINETO, -1, NULL));
      g_assert_true (g_file_set_contents (report, NSYS, sizeof NSYS - 1, NULL));
      GPtrArray *others = rank_directory_other_profiles (folder);
      g_assert_cmpuint (others->len, ==, i < RANK_DIRECTORY_OTHERS_MAX ? i + 1 : 0);
      g_ptr_array_unref (others);
    }
  scratch_folder_remove (folder);
}

/* A run of TensorBoard's profiler: JAX writes its own conversions beside. */
static void
test_conversions_beside_an_xspace_file_are_left_out (void)
{
  CHECK ("node2.xplane.pb node10.xplane.pb", "node2.trace.json node10.trace.json perfetto_trace.json",
         FILE_OF ("node2.xplane.pb", XSPACE), FILE_OF ("node10.xplane.pb", XSPACE),
         FILE_OF ("node2.trace.json", KINETO), FILE_OF ("node10.trace.json", KINETO),
         FILE_OF ("perfetto_trace.json", KINETO));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank_directory/ranks_in_the_order_of_their_numbers",
                   test_ranks_in_the_order_of_their_numbers);
  g_test_add_func ("/rank_directory/a_stray_database_is_left_out_of_ranks_of_text",
                   test_a_stray_database_is_left_out_of_ranks_of_text);
  g_test_add_func ("/rank_directory/equally_many_of_two_formats_are_text",
                   test_equally_many_of_two_formats_are_text);
  g_test_add_func ("/rank_directory/stray_text_is_left_out_of_ranks_that_are_databases",
                   test_stray_text_is_left_out_of_ranks_that_are_databases);
  g_test_add_func ("/rank_directory/conversions_beside_an_xspace_file_are_left_out",
                   test_conversions_beside_an_xspace_file_are_left_out);
  g_test_add_func ("/rank_directory/databases_of_two_formats", test_databases_of_two_formats);
  g_test_add_func ("/rank_directory/what_is_no_profile_is_tried_as_before",
                   test_what_is_no_profile_is_tried_as_before);
  g_test_add_func ("/rank_directory/of_the_others_those_that_look_like_profiles_may_be_of_the_same_run",
                   test_of_the_others_those_that_look_like_profiles_may_be_of_the_same_run);
  g_test_add_func ("/rank_directory/more_others_than_a_window_should_open_are_none",
                   test_more_others_than_a_window_should_open_are_none);
  return g_test_run ();
}
