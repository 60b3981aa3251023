/* SPDX-License-Identifier: Apache-2.0
 *
 * PyTorch's memory snapshots: every case of tests/import/torch_memory is opened as JSON, and the profile as text
 * (trace_text.h) is NAME.expect. See torch_memory/README. Each is also imported as the pickles of Python and C++, compressed
 * and in pieces, with the same outcome; and cut at every twentieth of its length.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/import/gzip_text.h"
#include "tests/import/import_outcome.h"
#include "tests/import/pickled_json.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define EVENTS_LINE "events in the source: "

#define CUTS 20

/* Writes the bytes to a file of its own and opens it. */
static Trace *
open_bytes (const void *bytes, gsize n, char **ret_path, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("snapshot-XXXXXX", NULL);

  *ret_path = g_build_filename (folder, "case", NULL);
  g_assert_true (g_file_set_contents (*ret_path, bytes, (gssize) n, NULL));
  Trace *trace = trace_open (*ret_path, NULL, error);
  g_remove (*ret_path);
  g_rmdir (folder);
  return trace;
}

static char *
events_line (const char *expected)
{
  const char *end = expected != NULL ? strchr (expected, '\n') : NULL;

  if (end == NULL || !g_str_has_prefix (expected, EVENTS_LINE))
    return g_strdup (EVENTS_LINE "?\n");
  return g_strndup (expected, (gsize) (end + 1 - expected));
}

static char *
outcome (const char *counted, const void *bytes, gsize n, Trace **ret_trace)
{
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;
  GString *actual = g_string_new (counted);
  Trace *trace = open_bytes (bytes, n, &file, &error);

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

static void
check_cuts (const char *bytes, gsize n)
{
  for (guint cut = 1; cut < CUTS; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (Trace) trace = open_bytes (bytes, n * cut / CUTS, &path, &error);

      if (trace == NULL)
        {
          g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                         || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE));
          continue;
        }
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
      g_assert_true (trace_health (trace)->rows[HEALTH_MEMORY_TRUNCATED].count > 0
                     || trace_health (trace)->rows[HEALTH_JSON_TRUNCATED].count > 0
                     || trace_health (trace)->rows[HEALTH_JSON_UNCLOSED].count > 0);
    }
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  static const size_t piece_bytes[] = { 7, 64 };
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".json"));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL), *name = g_path_get_basename (path);
  g_autofree char *expected = NULL, *text = NULL;
  g_autoptr (Trace) trace = NULL;
  gsize length;

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autofree char *counted = events_line (expected);
  g_autofree char *actual = outcome (counted, text, length, &trace);
  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual, -1, NULL));
      return;
    }
  g_assert_cmpstr (actual, ==, expected);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
  if (trace != NULL)
    {
      const EventCounts *events = trace_event_counts (trace);
      g_autofree char *broken = trace_check (trace);

      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpuint (events->total + events->skipped, ==,
                        g_ascii_strtoull (counted + strlen (EVENTS_LINE), NULL, 10));
    }

  g_autofree char *plain = import_outcome_of_text (path, text, length, 0);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();
  gzip_text_append (gzip, text, length);
  g_autofree char *inflated = import_outcome_of_text (path, (const char *) gzip->data, gzip->len, 0);
  g_assert_cmpstr (inflated, ==, plain);
  for (size_t i = 0; i < G_N_ELEMENTS (piece_bytes); i++)
    {
      g_autofree char *piped = import_outcome_of_pieces (text, length, piece_bytes[i]);
      g_assert_cmpstr (piped, ==, plain);
    }

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
      for (size_t i = 0; i < G_N_ELEMENTS (piece_bytes); i++)
        {
          g_autofree char *whole = import_outcome_of_text (path, (const char *) pickle->data, pickle->len, 0);
          g_autofree char *piped =
            import_outcome_of_pieces ((const char *) pickle->data, pickle->len, piece_bytes[i]);
          g_assert_cmpstr (piped, ==, whole);
        }
      if (g_str_has_prefix (name, "y_whole"))
        check_cuts ((const char *) pickle->data, pickle->len);
    }
  if (g_str_has_prefix (name, "y_whole"))
    check_cuts (text, length);
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
