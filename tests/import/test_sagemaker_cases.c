/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders of SageMaker jobs: every case of tests/import/sagemaker is made as a folder (job_folder.h) and opened, and the
 * profile as text (trace_text.h) is NAME.expect. See sagemaker/README. Each is opened a second time, with the same result, and
 * has an identity for the cache that does not change.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/import/job_folder.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/cache/source_identity.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define EVENTS_LINE "events in the source: "

/* The number of events that a person counted outlives rewriting. */
static char *
events_line (const char *expected)
{
  const char *end = expected != NULL ? strchr (expected, '\n') : NULL;

  if (end == NULL || !g_str_has_prefix (expected, EVENTS_LINE))
    return g_strdup (EVENTS_LINE "?\n");
  return g_strndup (expected, (gsize) (end + 1 - expected));
}

/* Appends which files the rows of the health table name, below the folder. */
static void
append_files (GString *out, const Trace *trace, const char *folder)
{
  for (int id = 0; id < N_HEALTH_IDS; id++)
    {
      const HealthRow *row = &trace_health (trace)->rows[id];
      size_t length;

      if (row->count == 0 || row->path == STRING_EMPTY)
        continue;
      const char *path = trace_string (trace, row->path, &length);
      g_assert_true (g_str_has_prefix (path, folder));
      g_string_append_printf (out, "file of %s: ", health_id_name ((HealthId) id));
      trace_text_append_quoted (out, path + strlen (folder), length - strlen (folder));
      g_string_append_c (out, '\n');
    }
}

static char *
outcome (const char *folder, const char *counted, Trace **ret_trace)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (counted);

  *ret_trace = trace_open (folder, NULL, &error);
  if (*ret_trace != NULL)
    {
      trace_text_append (text, *ret_trace);
      append_files (text, *ret_trace, folder);
    }
  else
    {
      g_assert_true (g_str_has_prefix (error->message, folder));
      g_string_append_printf (text, "refused%s\n", error->message + strlen (folder));
    }
  return g_string_free (text, FALSE);
}

static void
check_identity (const char *folder)
{
  SourceIdentity first, second;

  g_assert_true (source_identity_take (folder, &first));
  g_assert_true (source_identity_take (folder, &second));
  g_assert_cmpstr (first.id, ==, second.id);
  g_assert_cmpint (source_identity_compare (&first, folder), ==, SOURCE_UNCHANGED);
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path), *bytes = NULL, *expected = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_autofree char *folder = job_folder_make (bytes, n), *counted = events_line (expected);
  g_autoptr (Trace) trace = NULL, again = NULL;
  g_autofree char *actual = outcome (folder, counted, &trace), *second = outcome (folder, counted, &again);

  if (trace != NULL)
    check_identity (folder);
  job_folder_remove (folder);
  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual, -1, NULL));
      return;
    }
  g_assert_cmpstr (actual, ==, expected);
  g_assert_cmpstr (second, ==, actual);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
  if (trace != NULL)
    {
      const EventCounts *events = trace_event_counts (trace);
      g_autofree char *broken = trace_check (trace);

      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpuint (events->total + events->skipped, ==,
                        g_ascii_strtoull (counted + strlen (EVENTS_LINE), NULL, 10));
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = job_folder_cases ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strconcat ("/import/sagemaker/", name, NULL);

      g_test_add_data_func_full (test, g_strdup (paths->pdata[i]), case_opens_as_expected, g_free);
    }
  return g_test_run ();
}
