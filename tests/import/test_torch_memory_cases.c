/* SPDX-License-Identifier: Apache-2.0
 *
 * PyTorch's memory snapshots: every case of tests/import/torch_memory is opened as JSON, and the profile as text
 * (trace_text.h) is NAME.expect. See torch_memory/README. Each is also imported as the pickles of Python and C++, compressed
 * and in pieces, with the same outcome; and cut at every twentieth of its length.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <string.h>

#include "tests/import/import_cases.h"
#include "tests/import/pickled_json.h"
#include "tests/import/trace_text.h"

#define CUTS 20

static char *
outcome (const char *counted, const void *bytes, gsize n, Trace **ret_trace)
{
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;
  GString *actual = g_string_new (counted);
  Trace *trace = import_cases_open (bytes, n, &file, &error);

  if (trace != NULL)
    trace_text_append (actual, trace);
  else
    g_string_append_printf (actual, "refused%s\n", error->message + strlen (file));
  *ret_trace = trace;
  return g_string_free (actual, FALSE);
}

/* A row of the health table has no place in a pickle. */
static char *
without_places (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      char *place = g_str_has_prefix (*line, "health ") ? strstr (*line, " at ") : NULL;

      if (place != NULL)
        *place = '\0';
      g_string_append_printf (out, "%s\n", *line);
    }
  return g_string_free (out, FALSE);
}

static bool
is_told (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;

  return rows[HEALTH_MEMORY_TRUNCATED].count > 0 || rows[HEALTH_JSON_TRUNCATED].count > 0
         || rows[HEALTH_JSON_UNCLOSED].count > 0;
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".json"));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL), *name = g_path_get_basename (path);
  g_autofree char *expected = NULL, *text = NULL;
  g_autoptr (Trace) trace = NULL;
  gsize length;

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autofree char *counted = import_cases_counted (expected);
  g_autofree char *actual = outcome (counted, text, length, &trace);
  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual, -1, NULL));
      return;
    }
  g_assert_cmpstr (actual, ==, expected);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
  if (trace != NULL)
    import_cases_check_counted (trace, counted);
  import_cases_check_wrappings (path, text, length, true);

  g_autofree char *wanted = without_places (actual);
  for (int form = 0; form < N_PICKLED_FORMS; form++)
    {
      g_autoptr (GByteArray) pickle = pickled_json (text, length, (PickledForm) form);
      g_autoptr (Trace) other = NULL;
      g_autofree char *of_pickle = outcome (counted, pickle->data, pickle->len, &other);
      g_autofree char *got = without_places (of_pickle);

      g_assert_true ((other != NULL) == (trace != NULL));
      if (trace != NULL)
        g_assert_cmpstr (got, ==, wanted);
      import_cases_check_wrappings (path, pickle->data, pickle->len, true);
      if (g_str_has_prefix (name, "y_whole"))
        import_cases_check_cuts (pickle->data, pickle->len, CUTS, UINT64_MAX, is_told);
    }
  if (g_str_has_prefix (name, "y_whole"))
    import_cases_check_cuts (text, length, CUTS, UINT64_MAX, is_told);
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

int
main (int argc, char **argv)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (root != NULL ? root : ".", "tests", "import", "torch_memory", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strconcat ("/import/torch-memory/", name, NULL);

      g_test_add_data_func_full (test, g_strdup (paths->pdata[i]), case_opens_as_expected, g_free);
    }
  return g_test_run ();
}
