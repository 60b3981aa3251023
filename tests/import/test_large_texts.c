/* SPDX-License-Identifier: Apache-2.0
 *
 * Malformed texts that are too large to lie beside the others of chrome/: made here, with what has to come out. */

#include <inttypes.h>
#include <string.h>
#include <glib.h>

#include "tests/import/import_outcome.h"

#define DEPTH              100000
#define NAME_BYTES         (1024 * 1024)
#define N_METADATA         60000
#define SETTINGS_BYTES_MAX (16 * 1024 * 1024)
#define N_DAMAGED          2000

#define HEAD "{\"traceEvents\": [\n"
#define TAIL "\n]}\n"

/* What stands around the odd one, and says whether it has taken others along. */
#define EVENT(name, ts)                                                                              \
  "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" name "\", \"pid\": 1, \"tid\": 2, \"ts\": " ts \
  ", \"dur\": 1}"
#define BEFORE EVENT ("before", "1") ",\n"
#define AFTER  ",\n" EVENT ("after", "9")

static void
append_times (GString *text, const char *piece, size_t n)
{
  for (size_t i = 0; i < n; i++)
    g_string_append (text, piece);
}

/* The text comes in one piece, then in many. format: printf's, of the outcome. */
static void G_GNUC_PRINTF (2, 3) assert_outcome (const GString *text, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *expected = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *whole = import_outcome_of_text ("text.json", text->str, text->len, 0);
  g_assert_cmpstr (whole, ==, expected);
  g_autofree char *pieces = import_outcome_of_pieces (text->str, text->len, 4093);
  g_assert_cmpstr (pieces, ==, expected);
}

static const char row_skipped[] = "events 2 skipped 1\njson.event_skipped 1 at %zu\n";

/* An event whose value of that key is n times open and n times close. */
static GString *
event_of_depth (const char *key, const char *open, const char *close)
{
  GString *text = g_string_new (HEAD BEFORE "{\"ph\": \"X\", \"name\": \"deep\", \"pid\": 1, \"tid\": 2, ");

  g_string_append_printf (text, "\"ts\": 3, \"dur\": 1, \"%s\": ", key);
  append_times (text, open, DEPTH);
  g_string_append (text, "0");
  append_times (text, close, DEPTH);
  return g_string_append (text, "}" AFTER TAIL);
}

static void
nesting_loses_one_event (void)
{
  g_autoptr (GString) lists = event_of_depth ("args", "{\"k\": [", "]}");
  g_autoptr (GString) objects = event_of_depth ("args", "{\"args\": ", "}");
  g_autoptr (GString) name = event_of_depth ("name", "[", "]");
  g_autoptr (GString) open = event_of_depth ("args", "[", "");

  assert_outcome (lists, row_skipped, strlen (HEAD BEFORE));
  assert_outcome (objects, row_skipped, strlen (HEAD BEFORE));
  assert_outcome (name, row_skipped, strlen (HEAD BEFORE));
  assert_outcome (open, row_skipped, strlen (HEAD BEFORE));
}

static void
nesting_in_a_setting_loses_no_event (void)
{
  g_autoptr (GString) before = g_string_new ("{\"deep\": ");
  g_autoptr (GString) after = g_string_new (HEAD BEFORE);

  append_times (before, "[", DEPTH);
  append_times (before, "]", DEPTH);
  g_string_append (before, ", \"traceEvents\": [\n" BEFORE EVENT ("second", "3") AFTER TAIL);
  assert_outcome (before, "events 3 skipped 0\njson.header_damaged 1 at 9\n");

  g_string_append (after, EVENT ("second", "3") AFTER "\n], \"deep\": ");
  size_t place = after->len;
  append_times (after, "{\"k\": ", DEPTH);
  g_string_append (after, "0");
  append_times (after, "}", DEPTH);
  g_string_append (after, "}\n");
  assert_outcome (after, "events 3 skipped 0\njson.tail_damaged 1 at %zu\n", place);
}

static void
large_setting_loses_no_event (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE EVENT ("second", "3") AFTER "\n], \"log\": ");
  size_t place = text->len;

  g_string_append_c (text, '"');
  append_times (text, "0123456789abcdef", SETTINGS_BYTES_MAX / 16);
  g_string_append (text, "\", \"traceName\": \"t\"}\n");
  /* The name behind it is kept. */
  assert_outcome (text, "events 3 skipped 0\njson.setting_too_large 1 at %zu\n", place);
}

static void
nesting_without_events_is_refused (void)
{
  static const char *const pieces[] = { "[", "{\"a\": ", "[{\"args\": ", "{\"traceEvents\": {\"ph\": " };

  for (size_t i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      append_times (text, pieces[i], DEPTH);
      assert_outcome (text, "refused: not a trace\n");
    }
}

static void
long_texts_are_kept (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE "{\"ph\": \"X\", \"name\": \"");

  append_times (text, "n", NAME_BYTES);
  g_string_append (text, "\", \"pid\": 1, \"tid\": 2, \"ts\": 3, \"dur\": 1, \"args\": {\"");
  append_times (text, "k", NAME_BYTES);
  g_string_append (text, "\": \"");
  append_times (text, "\\u00e9", NAME_BYTES / 6);
  g_string_append (text, "\"}}" AFTER TAIL);
  assert_outcome (text, "events 3 skipped 0\n");
}

static void
long_text_with_a_defect_at_its_end_is_kept (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE "{\"ph\": \"X\", \"name\": \"");

  append_times (text, "\xc3\xa9", NAME_BYTES / 2);
  g_string_append (text, "\xff\x01\\q \"x\" y\", \"pid\": 1, \"tid\": 2, \"ts\": 3, \"dur\": 1}" AFTER TAIL);
  size_t at = strlen (HEAD BEFORE);
  assert_outcome (
    text,
    "events 3 skipped 0\njson.control_character 1 at %zu\njson.escape 1 at %zu\njson.quote 1 at "
    "%zu\njson.utf8 1 at %zu\n",
    at, at, at, at);
}

static void
long_numbers_are_numbers_still (void)
{
  g_autoptr (GString) text = g_string_new (HEAD "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"ts\": 0.");
  size_t n;

  append_times (text, "0", NAME_BYTES);
  g_string_append (text, ", \"dur\": 1},\n");
  n = text->len;
  g_string_append (text, "{\"ph\": \"X\", \"name\": \"b\", \"pid\": 1, \"ts\": ");
  append_times (text, "9", NAME_BYTES);
  g_string_append (text, ", \"dur\": 1}" AFTER TAIL);
  assert_outcome (text, "events 2 skipped 1\nevent.time_invalid 1 at %zu\n", n);
}

/* A quotation mark that never comes takes what is before the next event, not the file. */
static void
text_that_is_never_closed_loses_one_event (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE "{\"ph\": \"X\", \"name\": \"never closed");

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, ",\n{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"ts\": %d, \"dur\": 1}",
                            i);
  g_string_append (text, TAIL);
  assert_outcome (text, "events 20001 skipped 1\njson.event_skipped 1 at %zu\n", strlen (HEAD BEFORE));
}

static void
metadata_may_be_repeated (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE);

  for (int i = 0; i < N_METADATA; i++)
    g_string_append_printf (
      text,
      "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %d, \"tid\": 0, \"ts\": 1e300, "
      "\"args\": {\"name\": \"python\"}},\n",
      i % 16);
  g_string_append (text, EVENT ("last", "3") TAIL);
  assert_outcome (text, "events %d skipped 0\n", N_METADATA + 2);
}

/* Each of these is searched for the next event, which is always the one behind it. */
static void
damage_in_every_event_loses_every_event_once (void)
{
  g_autoptr (GString) text = g_string_new (HEAD);

  for (int i = 0; i < N_DAMAGED; i++)
    g_string_append_printf (text,
                            "{\"ph\": \"X\", \"name\": oops, \"pid\": 1, \"ts\": %d, \"dur\": 1},\n"
                            "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"ts\": %d, \"dur\": 1},\n",
                            i, i);
  g_string_append (text, EVENT ("last", "3") TAIL);
  assert_outcome (text, "events %d skipped %d\njson.event_skipped %d at %zu\n", N_DAMAGED + 1, N_DAMAGED,
                  N_DAMAGED, strlen (HEAD));
}

static void
separators_without_end_are_counted_once (void)
{
  g_autoptr (GString) text = g_string_new (HEAD BEFORE);

  append_times (text, ",\n ", NAME_BYTES);
  g_string_append (text, EVENT ("last", "3") TAIL);
  assert_outcome (text, "events 2 skipped 0\njson.separator 1 at %zu\n", strlen (HEAD BEFORE) - 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/large/nesting/loses_one_event", nesting_loses_one_event);
  g_test_add_func ("/import/large/nesting/in_a_setting_loses_no_event", nesting_in_a_setting_loses_no_event);
  g_test_add_func ("/import/large/setting_loses_no_event", large_setting_loses_no_event);
  g_test_add_func ("/import/large/nesting/without_events_is_refused", nesting_without_events_is_refused);
  g_test_add_func ("/import/large/text/long_texts_are_kept", long_texts_are_kept);
  g_test_add_func ("/import/large/text/long_text_with_a_defect_at_its_end_is_kept",
                   long_text_with_a_defect_at_its_end_is_kept);
  g_test_add_func ("/import/large/text/long_numbers_are_numbers_still", long_numbers_are_numbers_still);
  g_test_add_func ("/import/large/text/never_closed_loses_one_event",
                   text_that_is_never_closed_loses_one_event);
  g_test_add_func ("/import/large/metadata_may_be_repeated", metadata_may_be_repeated);
  g_test_add_func ("/import/large/damage_in_every_event_loses_every_event_once",
                   damage_in_every_event_loses_every_event_once);
  g_test_add_func ("/import/large/separators_without_end_are_counted_once",
                   separators_without_end_are_counted_once);
  return g_test_run ();
}
