/* SPDX-License-Identifier: Apache-2.0
 *
 * Perfetto traces: every case of tests/import/perfetto is encoded and opened, and the profile as text (trace_text.h) is
 * NAME.expect. See perfetto/README. Each is also imported compressed and in pieces, with the same outcome; and those that
 * begin with y_whole are cut after every byte, where they open or are refused, and what is missing is told.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/import/gzip_text.h"
#include "tests/import/import_outcome.h"
#include "tests/import/perfetto_text.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/import/perfetto/perfetto_sniff.h"
#include "trace/open/first_look.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* Writes the bytes to a file of its own and opens it. */
static Trace *
open_bytes (const guint8 *bytes, gsize n, char **ret_path, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("perfetto-XXXXXX", NULL);

  *ret_path = g_build_filename (folder, "case", NULL);
  g_assert_true (g_file_set_contents (*ret_path, (const char *) bytes, (gssize) n, NULL));
  Trace *trace = trace_open (*ret_path, NULL, error);
  g_remove (*ret_path);
  g_rmdir (folder);
  return trace;
}

static void
check_wrappings (const char *path, const GByteArray *bytes)
{
  static const size_t piece_bytes[] = { 1, 7, 64 };
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

/* A cut between two packets cannot be told from the end. */
static void
check_cuts (const GByteArray *bytes, const Trace *whole)
{
  uint64_t n_whole = trace_event_counts (whole)->total;

  for (guint n = 1; n < bytes->len; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (Trace) trace = open_bytes (bytes->data, n, &path, &error);

      if (trace == NULL)
        {
          g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                         || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE));
          continue;
        }
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpuint (trace_event_counts (trace)->total, <=, n_whole);
      g_assert_cmpuint (trace_event_counts (trace)->skipped, ==, 0);
      g_assert_cmpint (trace_rank (trace, 0)->status, ==,
                       trace_health (trace)->rows[HEALTH_PERFETTO_TRUNCATED].count > 0 ? PROFILE_STOPPED
                                                                                       : PROFILE_COMPLETED);
    }
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  g_autoptr (GByteArray) bytes = perfetto_text_bytes (path);
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected = NULL, *file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) actual = g_string_new (NULL);

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_autoptr (Trace) trace = open_bytes (bytes->data, bytes->len, &file, &error);
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
      g_assert_cmpuint (events->total + events->skipped, ==, perfetto_text_events (path));
      g_assert_cmpint (first_look_of_bytes ((const char *) bytes->data, bytes->len), ==,
                       PROFILE_FORMAT_PERFETTO);
    }
  check_wrappings (path, bytes);
  if (trace != NULL && g_str_has_prefix (name, "y_whole"))
    check_cuts (bytes, trace);
}

/* Begins of other files that are messages whose first field is a message with number 1. */
static void
test_other_messages_are_not_taken (void)
{
#define BYTES(text)                         \
  {                                         \
    (const uint8_t *) text, sizeof text - 1 \
  }
  static const struct
  {
    const uint8_t *bytes;
    size_t n;
  } others[] = {
    /* XSpace: a plane with a name; with an id and a name; with a line; with event metadata. */
    BYTES ("\x0a\x11\x12\x0f/host:metadata\0\0"),
    BYTES ("\x0a\x0e\x08\x01\x12\x0a/device:1\0"),
    BYTES ("\x0a\x08\x1a\x06\x08\x07\x12\x02zz"),
    BYTES ("\x0a\x0c\x12\x02xy\x22\x06\x08\x01\x12\x02\x0a\x00"),
    /* A table of texts; numbers; nothing; text of other kinds. */
    BYTES ("\x0a\x05hello\x0a\x05world"),
    BYTES ("\x08\x01\x12\x02hi"),
    BYTES (""),
    BYTES ("\n"),
    BYTES ("\n{\"traceEvents\": []}\n"),
    BYTES ("\n\n\n\n\n\n\n\n"),
  };
#undef BYTES

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (perfetto_sniff (others[i].bytes, others[i].n));
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = perfetto_text_cases ();

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/perfetto/other_messages_are_not_taken", test_other_messages_are_not_taken);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strconcat ("/import/perfetto/", name, NULL);

      g_test_add_data_func_full (test, g_strdup (paths->pdata[i]), case_opens_as_expected, g_free);
    }
  return g_test_run ();
}
