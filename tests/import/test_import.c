/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in, table out: every chrome/NAME.json is opened, and the profile written as text
 * (trace_text.h) has to be chrome/NAME.expect. y_ names open, n_ names are refused. See
 * chrome/README.
 *
 * Whatever the text is, its wrapping changes nothing: imported twice it is the same file byte for byte, and as many
 * events are read and skipped, with the same health rows at the same places, when it is compressed, comes in pieces,
 * or is moved by a few bytes, so that every token meets every alignment of a vector.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <string.h>
#include <glib.h>

#include "tests/import/gzip_text.h"
#include "tests/import/import_outcome.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/model/profile_format.h"
#include "trace/text/shell_word.h"
#include "trace/text/trace_error.h"

#define EVENTS_LINE "events in the text: "

static const char *const error_words[] = {
  [TRACE_ERROR_UNREADABLE] = "unreadable", [TRACE_ERROR_NOT_A_TRACE] = "not a trace",
  [TRACE_ERROR_NO_MEMORY] = "no memory",   [TRACE_ERROR_CANCELLED] = "cancelled",
  [TRACE_ERROR_NO_SUCH] = "no such",
};

static void
replace (GString *text, const char *part, const char *by)
{
  g_auto (GStrv) parts = g_strsplit (text->str, part, -1);
  g_autofree char *joined = g_strjoinv (by, parts);

  g_string_assign (text, joined);
}

/* The error without the path of this checkout and the table of formats. */
static void
append_error (GString *out, const GError *error, const char *path)
{
  g_autoptr (GString) message = g_string_new (error->message);
  g_autofree char *word = shell_word (path);
  g_autofree char *formats = profile_formats_sentence ();

  g_assert_cmpuint (error->domain, ==, TRACE_ERROR);
  if (g_str_has_prefix (message->str, path))
    g_string_erase (message, 0, (gssize) strlen (path));
  replace (message, word, "FILE");
  replace (message, formats, "FORMATS");
  g_string_append_printf (out, "refused (%s)%s\n", error_words[error->code], message->str);
}

/* The first line of the expectation: how many events a person counted in the text, the skipped ones
 * included. It outlives rewriting. */
static char *
events_line (const char *expected)
{
  const char *end = expected != NULL ? strchr (expected, '\n') : NULL;

  if (end == NULL || !g_str_has_prefix (expected, EVENTS_LINE))
    return g_strdup (EVENTS_LINE "?\n");
  return g_strndup (expected, (gsize) (end + 1 - expected));
}

static void
check_accounting (const Trace *trace, const char *counted)
{
  const EventCounts *events = trace_event_counts (trace);

  g_assert_cmpuint (events->total + events->skipped, ==,
                    g_ascii_strtoull (counted + strlen (EVENTS_LINE), NULL, 10));
}

/* Texts above this come in larger pieces. */
#define SMALL_TEXT_BYTES (16 * 1024)

/* A block of any vector, and some more; a text is moved by every so many bytes of them, from a begin of its own, so
 * that the cases together meet them all. */
#define SHIFT_BYTES_MAX  70
#define SHIFT_BYTES_STEP 5

static void
check_shifts (const char *path, const char *text, size_t length, const char *expected)
{
  g_autoptr (GByteArray) moved = g_byte_array_new ();

  /* A mark of the byte order is one at the begin only. */
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    return;
  for (size_t shift = 1 + length % SHIFT_BYTES_STEP; shift <= SHIFT_BYTES_MAX; shift += SHIFT_BYTES_STEP)
    {
      g_byte_array_set_size (moved, (guint) shift);
      memset (moved->data, ' ', shift);
      g_byte_array_append (moved, (const guint8 *) text, (guint) length);
      g_autofree char *outcome = import_outcome_of_text (path, (const char *) moved->data, moved->len, shift);
      g_assert_cmpstr (outcome, ==, expected);
    }
}

static void
check_wrappings (const char *path)
{
  static const size_t piece_bytes[] = { 1, 7, 64, 4096 };
  g_autofree char *text = NULL;
  g_autoptr (GByteArray) gzip = g_byte_array_new ();
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autofree char *expected = import_outcome_of_text (path, text, length, 0);
  gzip_text_append (gzip, text, length);
  g_autofree char *inflated = import_outcome_of_text (path, (const char *) gzip->data, gzip->len, 0);
  /* That an empty file was packed says that something should have been in it. */
  g_assert_cmpstr (inflated, ==, length > 0 ? expected : "refused: unreadable\n");
  for (size_t i = 0; i < G_N_ELEMENTS (piece_bytes); i++)
    if (piece_bytes[i] > length / SMALL_TEXT_BYTES)
      {
        g_autofree char *piped = import_outcome_of_pieces (text, length, piece_bytes[i]);
        g_assert_cmpstr (piped, ==, expected);
      }
  check_shifts (path, text, length, expected);
}

static void
check_repeatable (const char *path)
{
  g_autoptr (GByteArray) first = import_native_file (path), second = import_native_file (path);

  g_assert_nonnull (first);
  g_assert_nonnull (second);
  g_assert_cmpuint (first->len, ==, second->len);
  g_assert_true (memcmp (first->data, second->data, first->len) == 0);
}

static void
case_opens_as_expected (const void *data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".json"));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected = NULL;
  g_autoptr (GString) actual = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_autofree char *counted = events_line (expected);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);
  g_string_append (actual, counted);
  if (trace != NULL)
    trace_text_append (actual, trace);
  else
    append_error (actual, error, path);

  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual->str, (gssize) actual->len, NULL));
      return;
    }
  g_assert_cmpstr (actual->str, ==, expected);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
  if (trace != NULL)
    {
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
      check_accounting (trace, counted);
      check_repeatable (path);
    }
  check_wrappings (path);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

int
main (int argc, char **argv)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (source != NULL ? source : ".", "tests", "import", "chrome", NULL);
  g_autoptr (GDir) directory = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  directory = g_dir_open (folder, 0, NULL);
  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".json")));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *test = g_strconcat ("/import/chrome/", names->pdata[i], NULL);
      g_autofree char *file = g_strconcat (names->pdata[i], ".json", NULL);

      g_test_add_data_func_full (test, g_build_filename (folder, file, NULL), case_opens_as_expected, g_free);
    }
  return g_test_run ();
}
