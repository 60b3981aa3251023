/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of a terminal, and lines that fit into them. */

#include "app/cli/out/text_width.h"

#include <string.h>

#define WIDE      "\u6838" /* two columns */
#define COMBINING "\u0301" /* none */

static void
test_columns (void)
{
  g_assert_cmpuint (text_columns (""), ==, 0);
  g_assert_cmpuint (text_columns ("a b\u2026"), ==, 4);
  g_assert_cmpuint (text_columns (WIDE "a" WIDE), ==, 5);
  g_assert_cmpuint (text_columns ("e" COMBINING "x"), ==, 2);
}

static void
test_heads_and_tails (void)
{
  const char *text = WIDE "ae" COMBINING WIDE;

  g_assert_cmpstr (text_head_end (text, 0), ==, text);
  g_assert_cmpstr (text_head_end (text, 1), ==, text);
  g_assert_cmpstr (text_head_end (text, 2), ==, "ae" COMBINING WIDE);
  g_assert_cmpstr (text_head_end (text, 4), ==, WIDE);
  g_assert_cmpstr (text_head_end (text, 99), ==, "");
  g_assert_cmpstr (text_tail (text, 0), ==, "");
  g_assert_cmpstr (text_tail (text, 1), ==, "");
  g_assert_cmpstr (text_tail (text, 2), ==, WIDE);
  g_assert_cmpstr (text_tail (text, 3), ==, "e" COMBINING WIDE);
  g_assert_cmpstr (text_tail (text, 99), ==, text);
}

static void
check_wrapped (const char *text, size_t n_kept, size_t n_columns, const char *expected)
{
  g_autoptr (GString) out = g_string_new ("before ");

  text_append_wrapped (out, text, n_kept, n_columns, 2);
  g_assert_true (g_str_has_prefix (out->str, "before "));
  g_assert_cmpstr (out->str + strlen ("before "), ==, expected);
}

static void
test_lines (void)
{
  check_wrapped ("", 0, 10, "\n");
  check_wrapped ("one two three", 0, 20, "one two three\n");
  check_wrapped ("one two three", 0, 13, "one two three\n");
  check_wrapped ("one two three", 0, 12, "one two\n  three\n");
  check_wrapped ("one two three four", 0, 8, "one two\n  three\n  four\n");
  check_wrapped (WIDE WIDE " " WIDE, 0, 6, WIDE WIDE "\n  " WIDE "\n");
  check_wrapped ("a_word_that_is_long b", 0, 5, "a_word_that_is_long\n  b\n");
  check_wrapped ("a path of words, part", 15, 8, "a path of words,\n  part\n");
  /* A number stays with what it counts. */
  check_wrapped ("takes 12.5 ms longer", 0, 12, "takes\n  12.5 ms\n  longer\n");
  check_wrapped ("of 24", 0, 4, "of\n  24\n");
  check_wrapped ("1 2 3", 0, 2, "1 2 3\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text_width/wide_characters_take_two_columns_and_combining_ones_none", test_columns);
  g_test_add_func ("/text_width/heads_and_tails_fit", test_heads_and_tails);
  g_test_add_func ("/text_width/lines_break_at_spaces", test_lines);
  return g_test_run ();
}
