/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the runs of TensorBoard's profiler are found, and which path is opened for a folder. */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/open/log_directory.h"
#include "trace/text/trace_error.h"

#define KINETO "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\"}]}"

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The runs below a folder of the scratch folder, as text. */
static char *
runs_text (const char *folder, const char *below)
{
  g_autofree char *path = g_build_filename (folder, below, NULL);
  g_autoptr (GPtrArray) runs = log_directory_runs (path);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) runs->pdata[i] + strlen (folder) + 1);
  return g_string_free (text, FALSE);
}

#define assert_runs(folder, below, expected)                   \
  G_STMT_START                                                 \
  {                                                            \
    g_autofree char *found = runs_text (folder, below);        \
    g_assert_cmpstr (found, ==, expected);                     \
  }                                                            \
  G_STMT_END

static void
assert_resolves (const char *folder, const char *below, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, below, NULL), *wanted = g_build_filename (folder, expected, NULL);
  g_autofree char *found = log_directory_resolve (path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, wanted);
}

static void
test_any_parent_leads_to_the_run (void)
{
  char *folder = scratch_folder_new ();

  write_file (folder, "logs/train/plugins/profile/2026_11_28/host1.xplane.pb", "x");
  write_file (folder, "logs/train/events.out.tfevents.1", "x");
  write_file (folder, "logs/train/plugins/profile/empty/overview_page.pb.txt", "x");
  assert_resolves (folder, "logs", "logs/train/plugins/profile/2026_11_28");
  assert_resolves (folder, "logs/train", "logs/train/plugins/profile/2026_11_28");
  assert_resolves (folder, "logs/train/plugins", "logs/train/plugins/profile/2026_11_28");
  assert_resolves (folder, "logs/train/plugins/profile", "logs/train/plugins/profile/2026_11_28");
  assert_resolves (folder, "logs/train/plugins/profile/2026_11_28", "logs/train/plugins/profile/2026_11_28");
  assert_resolves (folder, "logs/train/events.out.tfevents.1", "logs/train/events.out.tfevents.1");
  assert_resolves (folder, "none", "none");
  scratch_folder_remove (folder);
}

static void
test_several_runs_are_named (void)
{
  char *folder = scratch_folder_new ();
  g_autoptr (GError) error = NULL;

  write_file (folder, "train/plugins/profile/run9/a.xplane.pb", "x");
  write_file (folder, "train/plugins/profile/run10/a.xplane.pb.gz", "x");
  write_file (folder, "eval/plugins/profile/run1/a.xplane.pb", "x");
  assert_runs (folder, ".", "./eval/plugins/profile/run1 ./train/plugins/profile/run9 ./train/plugins/profile/run10");
  g_autofree char *found = log_directory_resolve (folder, &error);
  g_assert_null (found);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_nonnull (strstr (error->message, "3 runs"));
  g_assert_nonnull (strstr (error->message, "eval/plugins/profile/run1"));
  g_assert_nonnull (strstr (error->message, "train/plugins/profile/run10"));
  assert_resolves (folder, "eval", "eval/plugins/profile/run1");
  scratch_folder_remove (folder);
}

static void
test_a_profile_of_the_folder_itself_comes_first (void)
{
  char *folder = scratch_folder_new ();

  write_file (folder, "logs/plugins/profile/run1/a.xplane.pb", "x");
  write_file (folder, "logs/config.json", "{\"batch\": 4}");
  assert_resolves (folder, "logs", "logs/plugins/profile/run1");
  write_file (folder, "logs/rank0.json", KINETO);
  assert_resolves (folder, "logs", "logs");
  scratch_folder_remove (folder);
}

/* A link to a folder above would lead round in a circle; what is deeper than the limit is not looked for. */
static void
test_the_search_is_bounded (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *link = g_build_filename (folder, "a", "again", NULL);

  write_file (folder, "a/plugins/profile/run1/a.xplane.pb", "x");
  write_file (folder, "a/b/c/d/e/f/plugins/profile/run2/a.xplane.pb", "x");
  g_assert_cmpint (symlink (folder, link), ==, 0);
  assert_runs (folder, ".", "./a/plugins/profile/run1");
  for (int i = 0; i < LOG_DIRECTORY_RUNS_MAX + 9; i++)
    {
      g_autofree char *name = g_strdup_printf ("many/plugins/profile/%d/a.xplane.pb", i);

      write_file (folder, name, "x");
    }
  g_autofree char *many = g_build_filename (folder, "many", NULL);
  g_autoptr (GPtrArray) runs = log_directory_runs (many);
  g_assert_cmpuint (runs->len, ==, LOG_DIRECTORY_RUNS_MAX);
  scratch_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log_directory/any parent leads to the run", test_any_parent_leads_to_the_run);
  g_test_add_func ("/log_directory/several runs are named", test_several_runs_are_named);
  g_test_add_func ("/log_directory/a profile of the folder itself comes first",
                   test_a_profile_of_the_folder_itself_comes_first);
  g_test_add_func ("/log_directory/the search is bounded", test_the_search_is_bounded);
  return g_test_run ();
}
