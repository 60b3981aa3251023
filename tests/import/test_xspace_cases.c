/* SPDX-License-Identifier: Apache-2.0
 *
 * XSpace: every case of tests/import/xspace is opened, and the profile as text (trace_text.h) is NAME.expect. See
 * xspace/README. Each is also imported compressed and in pieces, with the same outcome; and those that are whole are
 * cut after every byte, where they open or are refused, and nothing is counted twice.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/import/gzip_text.h"
#include "tests/import/import_outcome.h"
#include "tests/import/xspace_source.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define EVENTS_LINE "events in the source: "

/* Writes the bytes to a file of its own and opens it. */
static Trace *
open_bytes (const guint8 *bytes, gsize n, char **ret_path, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("xspace-XXXXXX", NULL);

  *ret_path = g_build_filename (folder, "case", NULL);
  g_assert_true (g_file_set_contents (*ret_path, (const char *) bytes, (gssize) n, NULL));
  Trace *trace = trace_open (*ret_path, NULL, error);
  g_remove (*ret_path);
  g_rmdir (folder);
  return trace;
}

/* The number of events that a person counted outlives rewriting. */
static char *
events_line (const char *expected)
{
  const char *end = expected != NULL ? strchr (expected, '\n') : NULL;

  if (end == NULL || !g_str_has_prefix (expected, EVENTS_LINE))
    return g_strdup (EVENTS_LINE "?\n");
  return g_strndup (expected, (gsize) (end + 1 - expected));
}

static void
check_wrappings (const char *path, const GByteArray *bytes)
{
  static const size_t piece_bytes[] = { 7, 64 };
  const char *text = (const char *) bytes->data;
  g_autofree char *expected = import_outcome_of_text (path, text, bytes->len, 0);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, text, bytes->len);
  g_autofree char *inflated = import_outcome_of_text (path, (const char *) gzip->data, gzip->len, 0);
  g_assert_cmpstr (inflated, ==, expected);
  for (size_t i = 0; i < G_N_ELEMENTS (piece_bytes); i++)
    {
      g_autofree char *piped = import_outcome_of_pieces (text, bytes->len, piece_bytes[i]);
      g_assert_cmpstr (piped, ==, expected);
    }
}

static void
check_cuts (const GByteArray *bytes, const Trace *whole)
{
  uint64_t n_whole = trace_event_counts (whole)->total + trace_event_counts (whole)->skipped;

  for (guint cut = 1; cut < bytes->len; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (Trace) trace = open_bytes (bytes->data, cut, &path, &error);

      if (trace == NULL)
        {
          g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                         || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE));
          continue;
        }
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpuint (trace_event_counts (trace)->total, <=, n_whole);
      /* What is missing is told. */
      g_assert_cmpint (trace_status (trace), ==,
                       trace_health (trace)->rows[HEALTH_XSPACE_TRUNCATED].count > 0 ? PROFILE_STOPPED
                                                                                     : PROFILE_COMPLETED);
    }
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  g_autoptr (GByteArray) bytes = xspace_source_bytes (path);
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected = NULL, *file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) actual = g_string_new (NULL);

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_autofree char *counted = events_line (expected);
  g_autoptr (Trace) trace = open_bytes (bytes->data, bytes->len, &file, &error);
  g_string_append (actual, counted);
  if (trace != NULL)
    trace_text_append (actual, trace);
  else
    g_string_append_printf (actual, "refused%s\n", error->message + strlen (file));

  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual->str, (gssize) actual->len, NULL));
      return;
    }
  g_assert_cmpstr (actual->str, ==, expected);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
  if (trace != NULL)
    {
      const EventCounts *events = trace_event_counts (trace);
      g_autofree char *broken = trace_check (trace);

      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpuint (events->total + events->skipped, ==,
                        g_ascii_strtoull (counted + strlen (EVENTS_LINE), NULL, 10));
    }
  check_wrappings (path, bytes);
  if (trace != NULL && g_str_has_prefix (name, "y_whole"))
    check_cuts (bytes, trace);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = xspace_source_cases ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strconcat ("/import/xspace/", name, NULL);

      g_test_add_data_func_full (test, g_strdup (paths->pdata[i]), case_opens_as_expected, g_free);
    }
  return g_test_run ();
}
