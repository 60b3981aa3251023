/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <glib.h>

#include "trace/text/duration_text.h"

static void
check (double ns, const char *expected)
{
  char text[DURATION_TEXT_MAX];

  g_assert_cmpstr (duration_text (ns, text), ==, expected);
}

static void
a_unit_by_size (void)
{
  check (0, "0 ns");
  check (1, "1 ns");
  check (812, "812 ns");
  check (999, "999 ns");
  check (1000, "1.000 µs");
  check (12504, "12.50 µs");
  check (123450, "123.5 µs");
  check (76.21e6, "76.21 ms");
  check (1.204e9, "1.204 s");
  check (59.99e9, "59.99 s");
  check (60e9, "1 min 00 s");
  check (124e9, "2 min 04 s");
  check (3600e9, "1 h 00 min");
  check (3 * 3600e9 + 5 * 60e9, "3 h 05 min");
  check (86400e9, "1 d 00 h");
  check (55 * 3600e9, "2 d 07 h");
}

static void
rounding_moves_on_to_the_next_unit (void)
{
  check (999.4, "999 ns");
  check (999.7, "1.000 µs");
  check (9999, "9.999 µs");
  check (9999.6, "10.00 µs");
  check (99996, "100.0 µs");
  check (999949, "999.9 µs");
  check (999950, "1.000 ms");
  check (999.96e6, "1.000 s");
  check (59.994e9, "59.99 s");
  check (59.995e9, "1 min 00 s");
  check (3599.4e9, "59 min 59 s");
  check (3599.5e9, "1 h 00 min");
  check (86369e9, "23 h 59 min");
  check (86370e9, "1 d 00 h");
}

static void
negative_durations_have_a_sign (void)
{
  check (-0.2, "0 ns");
  check (-5, "-5 ns");
  check (-8000, "-8.000 µs");
  check (-12.5e6, "-12.50 ms");
  check (-90e9, "-1 min 30 s");
  check (-3600e9, "-1 h 00 min");
}

static void
no_value_is_too_much (void)
{
  check (NAN, "n/a");
  check (INFINITY, "n/a");
  check (-INFINITY, "n/a");
  check (0x1p63, "106752 d 00 h");
  check (1e300, "106752 d 00 h");
  check (-1e300, "-106752 d 00 h");
}

/* Digits before the unit, the point left out. */
static size_t
count_digits (const char *text)
{
  size_t n = 0;

  for (; *text != ' '; text++)
    n += g_ascii_isdigit (*text);
  return n;
}

static void
random_durations_have_four_digits (void)
{
  GRand *random = g_rand_new_with_seed (83);
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { " µs", 1e3 }, { " ms", 1e6 }, { " s", 1e9 } };

  for (int round = 0; round < 20000; round++)
    {
      double ns = floor (exp (g_rand_double_range (random, log (1000), log (59.99e9))));
      char text[DURATION_TEXT_MAX], *unit;
      double value = g_ascii_strtod (duration_text (ns, text), &unit);
      bool known = false;

      for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
        if (strcmp (unit, units[i].unit) == 0)
          {
            g_assert_cmpfloat_with_epsilon (value * units[i].ns, ns, ns * 0.00050001 + 1e-9);
            g_assert_true (value >= 1 && value < 1000);
            g_assert_cmpuint (count_digits (text), ==, 4);
            known = true;
          }
      g_assert_true (known);
    }
  g_rand_free (random);
}

static void
check_exact (int64_t ns, const char *separator, const char *expected)
{
  char text[DURATION_TEXT_MAX];

  g_assert_cmpstr (duration_text_exact (ns, separator, text), ==, expected);
}

static void
exact_ones_are_grouped (void)
{
  check_exact (0, ",", "0 ns");
  check_exact (999, ",", "999 ns");
  check_exact (1000, ",", "1,000 ns");
  check_exact (12504113, ",", "12,504,113 ns");
  check_exact (-12504113, ",", "-12,504,113 ns");
  check_exact (-100, ",", "-100 ns");
  check_exact (12504113, "", "12504113 ns");
  check_exact (12504113, DURATION_GROUP_SPACE,
               "12\xe2\x80\xaf"
               "504\xe2\x80\xaf"
               "113 ns");
  check_exact (INT64_MAX, ",", "9,223,372,036,854,775,807 ns");
  check_exact (INT64_MIN, "123456", "-9123456223123456372123456036123456854123456775123456808 ns");
  check_exact (INT64_MIN, "1234567890", "-9123456223123456372123456036123456854123456775123456808 ns");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/duration_text/a_unit_by_size", a_unit_by_size);
  g_test_add_func ("/duration_text/rounding_moves_on_to_the_next_unit", rounding_moves_on_to_the_next_unit);
  g_test_add_func ("/duration_text/negative_durations_have_a_sign", negative_durations_have_a_sign);
  g_test_add_func ("/duration_text/no_value_is_too_much", no_value_is_too_much);
  g_test_add_func ("/duration_text/random_durations_have_four_digits", random_durations_have_four_digits);
  g_test_add_func ("/duration_text/exact_ones_are_grouped", exact_ones_are_grouped);
  return g_test_run ();
}
