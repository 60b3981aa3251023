/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "app/cli/options/time_window.h"

static void
check (const char *text, bool has_begin, int64_t begin_ns, bool has_end, int64_t end_ns)
{
  TimeWindow window;

  g_test_message ("%s", text);
  g_assert_true (time_window_parse (text, &window));
  g_assert_cmpint (window.has_begin, ==, has_begin);
  g_assert_cmpint (window.has_end, ==, has_end);
  if (has_begin)
    g_assert_cmpint (window.begin_ns, ==, begin_ns);
  if (has_end)
    g_assert_cmpint (window.end_ns, ==, end_ns);
}

static void
every_unit_is_understood (void)
{
  check ("1..2", true, 1, true, 2);
  check ("1ns..2ns", true, 1, true, 2);
  check ("1us..2us", true, 1000, true, 2000);
  check ("1\xc2\xb5s..2\xce\xbcs", true, 1000, true, 2000);
  check ("1ms..2ms", true, 1000000, true, 2000000);
  check ("1s..2s", true, 1000000000, true, 2000000000);
  check ("999us..1ms", true, 999000, true, 1000000);
}

static void
fractions_and_signs_are_exact (void)
{
  check ("1.5ms..1.500001ms", true, 1500000, true, 1500001);
  check ("0.1s..0.3s", true, 100000000, true, 300000000);
  check (".5us..1us", true, 500, true, 1000);
  check ("-5ms..5ms", true, -5000000, true, 5000000);
  check ("-2..-1", true, -2, true, -1);
  check ("1e3..1e-3s", true, 1000, true, 1000000);
  check ("2305843009213693951..2305843009213693952", true, INT64_C (2305843009213693951), true,
         INT64_C (2305843009213693952));
}

static void
either_side_may_be_left_out (void)
{
  check ("5ms..", true, 5000000, false, 0);
  check ("..5ms", false, 0, true, 5000000);
  check ("7..7", true, 7, true, 7);
}

static void
anything_else_is_refused (void)
{
  static const char *const texts[] = {
    "",           "5",
    "5ms",        "1.2",
    "1ms-2ms",    "2ms..1ms",
    "1..0",       "a..b",
    "1ms..x",     "ms..5ms",
    "..ms",       "1 ms..2 ms",
    " 1..2",      "1..2 ",
    "1min..2min", "1MS..2MS",
    "NaN..",      "..inf",
    "1..2..3",    "1..s",
    "0x10..",     "1e99..",
    "..1e99",     "-1e99..1",
    "1,5ms..2s",  "99999999999999999999..",
    "1ns ..2ns",  "--1..2",
  };
  TimeWindow window = { true, false, 3, 4 };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_test_message ("%s", texts[i]);
      g_assert_false (time_window_parse (texts[i], &window));
    }
  g_assert_true (window.has_begin && !window.has_end && window.begin_ns == 3 && window.end_ns == 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time_window/every_unit_is_understood", every_unit_is_understood);
  g_test_add_func ("/time_window/fractions_and_signs_are_exact", fractions_and_signs_are_exact);
  g_test_add_func ("/time_window/either_side_may_be_left_out", either_side_may_be_left_out);
  g_test_add_func ("/time_window/anything_else_is_refused", anything_else_is_refused);
  return g_test_run ();
}
