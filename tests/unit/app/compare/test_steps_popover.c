/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps as a user types them. */

#include "app/compare/steps_popover.h"

static void
check (const char *text, int64_t expected_first, int64_t expected_last)
{
  int64_t first, last;

  g_assert_true (steps_popover_parse (text, &first, &last));
  g_assert_cmpint (first, ==, expected_first);
  g_assert_cmpint (last, ==, expected_last);
}

static void
test_one_step (void)
{
  check ("1011", 1011, 1011);
  check (" 7 ", 7, 7);
  check ("-3", -3, -3);
  check ("9223372036854775807", G_MAXINT64, G_MAXINT64);
}

static void
test_first_and_last (void)
{
  check ("1009..1014", 1009, 1014);
  check ("5 .. 5", 5, 5);
  check ("-3..-1", -3, -1);
}

static void
test_anything_else_is_refused (void)
{
  static const char *const texts[] = {
    "",
    " ",
    "..",
    "1..",
    "..1",
    "a",
    "1a",
    "1 2",
    "2..1",
    "1.5",
    "1...3",
    "1..2..3",
    "0x10",
    "1e3",
    "9223372036854775808",
    "1..9223372036854775808",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      int64_t first, last;

      g_test_message ("“%s”", texts[i]);
      g_assert_false (steps_popover_parse (texts[i], &first, &last));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/steps_popover/one_step", test_one_step);
  g_test_add_func ("/steps_popover/first_and_last", test_first_and_last);
  g_test_add_func ("/steps_popover/anything_else_is_refused", test_anything_else_is_refused);
  return g_test_run ();
}
