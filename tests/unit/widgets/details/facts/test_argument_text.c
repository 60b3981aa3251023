/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "widgets/details/facts/argument_text.h"

static void
assert_decoded (const char *json, const char *expected)
{
  g_autofree char *text = argument_text_decode (json, strlen (json));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_escapes (void)
{
  assert_decoded ("aten::add", "aten::add");
  assert_decoded ("a\\nb\\tc", "a\nb\tc");
  assert_decoded ("\\\"C:\\\\x\\/y\\\"", "\"C:\\x/y\"");
  assert_decoded ("\\u00b5s \\ud83d\\ude00", "\u00b5s \U0001f600");
}

static void
test_hidden_characters (void)
{
  assert_decoded ("a\\u0000b", "a\uFFFDb");
  assert_decoded ("\\u001b[31m", "\uFFFD[31m");
  assert_decoded ("a\\rb\x7f", "a\uFFFDb\uFFFD");
}

static void
test_damaged_text (void)
{
  assert_decoded ("", "");
  assert_decoded ("\\ud800 alone", "\uFFFD alone");
  assert_decoded ("ends\\", "ends\\");
  assert_decoded ("bad \xff utf-8", "bad \uFFFD utf-8");
}

static void
test_values (void)
{
  Arg quoted = { .quoted = true, .text = "a\\\"b", .length = 4 };
  Arg array = { .quoted = false, .text = "[1, \"a\\nb\"]", .length = 11 };
  g_autofree char *text = argument_text_value (&quoted);
  g_autofree char *verbatim = argument_text_value (&array);

  g_assert_cmpstr (text, ==, "a\"b");
  g_assert_cmpstr (verbatim, ==, "[1, \"a\\nb\"]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/argument_text/escapes_are_decoded", test_escapes);
  g_test_add_func ("/argument_text/control_characters_are_seen_but_do_nothing", test_hidden_characters);
  g_test_add_func ("/argument_text/damaged_text_is_still_text", test_damaged_text);
  g_test_add_func ("/argument_text/what_is_no_string_stays_as_in_the_file", test_values);
  return g_test_run ();
}
