/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/import_cases.h"

#include <glib/gstdio.h>
#include <string.h>

#include "tests/import/gzip_text.h"
#include "tests/import/import_outcome.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define EVENTS_LINE "events in the source: "

Trace *
import_cases_open (const void *bytes, gsize n, char **ret_path, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("cases-XXXXXX", NULL);

  *ret_path = g_build_filename (folder, "case", NULL);
  g_assert_true (g_file_set_contents (*ret_path, bytes, (gssize) n, NULL));
  Trace *trace = trace_open (*ret_path, NULL, error);
  g_remove (*ret_path);
  g_rmdir (folder);
  return trace;
}

char *
import_cases_counted (const char *expected)
{
  const char *end = expected != NULL ? strchr (expected, '\n') : NULL;

  if (end == NULL || !g_str_has_prefix (expected, EVENTS_LINE))
    return g_strdup (EVENTS_LINE "?\n");
  return g_strndup (expected, (gsize) (end + 1 - expected));
}

static void
check_sound (const Trace *trace)
{
  g_autofree char *broken = trace_check (trace);

  g_assert_cmpstr (broken, ==, NULL);
}

static void
check_events (const Trace *trace, uint64_t n)
{
  const EventCounts *events = trace_event_counts (trace);

  check_sound (trace);
  g_assert_cmpuint (events->total + events->skipped, ==, n);
}

void
import_cases_check_counted (const Trace *trace, const char *counted)
{
  check_events (trace, g_ascii_strtoull (counted + strlen (EVENTS_LINE), NULL, 10));
}

void
import_cases_check_wrappings (const char *path, const void *bytes, gsize n, bool has_pieces)
{
  static const size_t piece_bytes[] = { 1, 7, 64 };
  g_autofree char *expected = import_outcome_of_text (path, bytes, n, 0);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, bytes, n);
  g_autofree char *inflated = import_outcome_of_text (path, (const char *) gzip->data, gzip->len, 0);
  g_assert_cmpstr (inflated, ==, expected);
  for (size_t i = 0; i < G_N_ELEMENTS (piece_bytes) && has_pieces; i++)
    {
      g_autofree char *piped = import_outcome_of_pieces (bytes, n, piece_bytes[i]);

      g_assert_cmpstr (piped, ==, expected);
    }
}

void
import_cases_check_cuts (const void *bytes,
                         gsize n,
                         unsigned n_cuts,
                         uint64_t n_events,
                         bool (*is_told) (const Trace *trace))
{
  guint last = n_cuts > 0 ? n_cuts : (guint) n;

  for (guint cut = 1; cut < last; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (Trace) trace = import_cases_open (bytes, n * cut / last, &path, &error);

      if (trace == NULL)
        {
          g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                         || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE));
          continue;
        }
      check_sound (trace);
      g_assert_cmpuint (trace_event_counts (trace)->total, <=, n_events);
      g_assert_true (is_told (trace));
    }
}

/* ---- a case ---- */

typedef struct
{
  const ImportCases *cases;
  char *path;
} Case;

static void
case_free (gpointer data)
{
  Case *it = data;

  g_free (it->path);
  g_free (it);
}

static void
case_opens_as_expected (const void *data)
{
  const Case *it = data;
  const ImportCases *cases = it->cases;
  g_autoptr (GByteArray) bytes = cases->bytes (it->path);
  g_autofree char *stem = g_strndup (it->path, (gsize) (strrchr (it->path, '.') - it->path));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (it->path);
  g_autofree char *expected = NULL, *file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) actual = g_string_new (NULL);

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_autofree char *counted = cases->n_events == NULL ? import_cases_counted (expected) : g_strdup ("");
  g_autoptr (Trace) trace = import_cases_open (bytes->data, bytes->len, &file, &error);
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
  if (trace != NULL && cases->n_events != NULL)
    check_events (trace, cases->n_events (it->path));
  else if (trace != NULL)
    import_cases_check_counted (trace, counted);
  if (trace != NULL && cases->check != NULL)
    cases->check (it->path, bytes, trace);
  import_cases_check_wrappings (it->path, bytes->data, bytes->len,
                                cases->has_pieces == NULL || cases->has_pieces (it->path));
  if (trace != NULL && g_str_has_prefix (name, "y_whole"))
    import_cases_check_cuts (bytes->data, bytes->len, cases->n_cuts,
                             trace_event_counts (trace)->total + trace_event_counts (trace)->skipped, cases->is_told);
}

void
import_cases_add (const ImportCases *cases, const GPtrArray *paths)
{
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strdup_printf ("/import/%s/%s", cases->name, name);
      Case *it = g_new (Case, 1);

      *it = (Case){ cases, g_strdup (paths->pdata[i]) };
      g_test_add_data_func_full (test, it, case_opens_as_expected, case_free);
    }
}
