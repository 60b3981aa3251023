/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "widgets/look/number_text.h"

static const NumberStyle german = { ",", "." };

#define check(call, expected)               \
  G_STMT_START                              \
  {                                         \
    char buffer[NUMBER_TEXT_MAX];           \
    g_assert_cmpstr ((call), ==, expected); \
  }                                         \
  G_STMT_END

static void
test_durations_follow_the_style (void)
{
  check (number_text_duration (&number_style_c, 12.5e3, buffer), "12.50\u00a0µs");
  check (number_text_duration (&german, 12.5e3, buffer), "12,50\u00a0µs");
  check (number_text_duration (&german, 812, buffer), "812\u00a0ns");
  check (number_text_exact_ns (&number_style_c, 12504113, buffer), "12,504,113\u00a0ns");
  check (number_text_exact_ns (&german, -12504113, buffer), "-12.504.113\u00a0ns");
}

static void
test_values_keep_four_digits (void)
{
  static const struct
  {
    double value;
    const char *text;
  } values[] = {
    { 0, "0" },        { -0.0, "0" },         { 0.45, "0.45" },  { -2.25, "-2.25" }, { 12.3456, "12.35" },
    { 8600, "8,600" }, { -8600.4, "-8,600" }, { 1e20, "1e+20" }, { 5e-5, "5e-05" },  { INFINITY, "n/a" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    check (number_text_value (&number_style_c, values[i].value, buffer), values[i].text);
  check (number_text_value (&german, -2.25, buffer), "-2,25");
}

static void
test_counts_have_groups_of_three (void)
{
  check (number_text_count (&number_style_c, 0, buffer), "0");
  check (number_text_count (&number_style_c, 999, buffer), "999");
  check (number_text_count (&number_style_c, 1000, buffer), "1,000");
  check (number_text_count (&number_style_c, 74937, buffer), "74,937");
  check (number_text_count (&german, UINT64_MAX, buffer), "18.446.744.073.709.551.615");
}

static void
test_percents_have_one_decimal (void)
{
  check (number_text_tenths (&number_style_c, 835, buffer), "83.5\u202f%");
  check (number_text_tenths (&german, 1000, buffer), "100,0\u202f%");
  check (number_text_tenths (&number_style_c, 3, buffer), "0.3\u202f%");
  check (number_text_tenths (&number_style_c, -3, buffer), "-0.3\u202f%");
  check (number_text_percent (&german, 75, buffer), "75\u202f%");
  check (number_text_share (&number_style_c, 0.16549, buffer), "16.5\u202f%");
  check (number_text_share (&number_style_c, 0, buffer), "0.0\u202f%");
}

static void
test_what_is_no_number_is_not_available (void)
{
  check (number_text_share (&number_style_c, NAN, buffer), "n/a");
  check (number_text_share (&number_style_c, -INFINITY, buffer), "n/a");
}

static void
test_bytes_have_three_digits_or_all (void)
{
  check (number_text_bytes (&number_style_c, 0, buffer), "0\u00a0B");
  check (number_text_bytes (&number_style_c, 42024, buffer), "42,024\u00a0B");
  check (number_text_bytes (&number_style_c, 99999, buffer), "99,999\u00a0B");
  check (number_text_bytes (&number_style_c, 100000, buffer), "100\u00a0kB");
  check (number_text_bytes (&number_style_c, 999499, buffer), "999\u00a0kB");
  check (number_text_bytes (&number_style_c, 999500, buffer), "1.00\u00a0MB");
  check (number_text_bytes (&number_style_c, 9994999, buffer), "9.99\u00a0MB");
  check (number_text_bytes (&number_style_c, 9995000, buffer), "10.0\u00a0MB");
  check (number_text_bytes (&number_style_c, 99950000, buffer), "100\u00a0MB");
  check (number_text_bytes (&german, 1254000000, buffer), "1,25\u00a0GB");
  check (number_text_bytes (&number_style_c, UINT64_MAX, buffer), "18.4\u00a0EB");
}

static void
test_edges_have_at_most_one_decimal (void)
{
  check (number_text_edge (&number_style_c, 0, buffer), "0 ns");
  check (number_text_edge (&number_style_c, 120, buffer), "120 ns");
  check (number_text_edge (&number_style_c, 1000, buffer), "1 µs");
  check (number_text_edge (&number_style_c, 1200000, buffer), "1.2 ms");
  check (number_text_edge (&number_style_c, 500000, buffer), "500 µs");
  check (number_text_edge (&number_style_c, 2500000000, buffer), "2.5 s");
  check (number_text_edge (&number_style_c, 1230000, buffer), "1230 µs");
  check (number_text_edge (&number_style_c, 1234567, buffer), "1234567 ns");
}

static void
test_ticks_have_the_unit_of_the_step (void)
{
  check (number_text_tick (&number_style_c, 8000000, 1000000, buffer), "8 ms");
  check (number_text_tick (&number_style_c, 0, 50000000, buffer), "0 ms");
  check (number_text_tick (&number_style_c, 400000000, 100000000, buffer), "400 ms");
  check (number_text_tick (&number_style_c, 20, 5, buffer), "20 ns");
  check (number_text_tick (&number_style_c, INT64_C (90000000000), INT64_C (30000000000), buffer), "90 s");
  check (number_text_tick (&number_style_c, INT64_C (7200000000000), INT64_C (600000000000), buffer),
         "120 min");
  check (number_text_tick (&number_style_c, INT64_C (172800000000000), INT64_C (43200000000000), buffer),
         "48 h");
}

static void
test_long_ticks_go_up_a_unit_where_that_is_exact (void)
{
  check (number_text_tick (&number_style_c, -1500, 500, buffer), "-1.5 µs");
  check (number_text_tick (&german, 12300, 100, buffer), "12,3 µs");
  check (number_text_tick (&number_style_c, INT64_C (10500000000), 500000000, buffer), "10.5 s");
  check (number_text_tick (&number_style_c, 12340, 20, buffer), "12340 ns");
}

static void
test_moments_tell_what_a_step_changes (void)
{
  check (number_text_moment (&number_style_c, INT64_C (12345678901), 10000, buffer), "12.34568 s");
  check (number_text_moment (&german, INT64_C (12345678901), 1, buffer), "12,345678901 s");
  check (number_text_moment (&number_style_c, INT64_C (86412000000000), INT64_C (2000000000), buffer),
         "86412 s");
}

/* Whatever goes in, what comes out is valid UTF-8 within the buffer. */
static void
test_extremes_fit_the_buffer (void)
{
  static const NumberStyle wide = { "\u202f\u202f", "\u202f\u202f" };
  static const int64_t values[] = { INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX };
  static const int64_t steps[] = { 1, 500, INT64_C (1000000000), INT64_C (86400000000000), INT64_MAX };

  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    {
      char texts[16][NUMBER_TEXT_MAX];
      int n = 0;

      number_text_duration (&wide, (double) values[i], texts[n++]);
      number_text_exact_ns (&wide, values[i], texts[n++]);
      number_text_count (&wide, (uint64_t) values[i], texts[n++]);
      number_text_tenths (&wide, values[i], texts[n++]);
      number_text_bytes (&wide, (uint64_t) values[i], texts[n++]);
      for (size_t k = 0; k < G_N_ELEMENTS (steps); k++)
        {
          number_text_tick (&wide, values[i], steps[k], texts[n++]);
          number_text_moment (&wide, values[i], steps[k], texts[n++]);
        }
      for (int k = 0; k < n; k++)
        {
          g_assert_cmpuint (strlen (texts[k]), <, NUMBER_TEXT_MAX);
          g_assert_true (g_utf8_validate (texts[k], -1, NULL));
        }
    }
}

static void
test_the_locale_of_c_groups_with_commas (void)
{
  NumberStyle style = number_style_of_locale (); /* no setlocale () here */

  g_assert_cmpstr (style.decimal, ==, ".");
  g_assert_cmpstr (style.thousands, ==, ",");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number_text/durations_follow_the_style", test_durations_follow_the_style);
  g_test_add_func ("/number_text/values_keep_four_digits", test_values_keep_four_digits);
  g_test_add_func ("/number_text/counts_have_groups_of_three", test_counts_have_groups_of_three);
  g_test_add_func ("/number_text/percents_have_one_decimal", test_percents_have_one_decimal);
  g_test_add_func ("/number_text/what_is_no_number_is_not_available",
                   test_what_is_no_number_is_not_available);
  g_test_add_func ("/number_text/bytes_have_three_digits_or_all", test_bytes_have_three_digits_or_all);
  g_test_add_func ("/number_text/edges_have_at_most_one_decimal", test_edges_have_at_most_one_decimal);
  g_test_add_func ("/number_text/ticks_have_the_unit_of_the_step", test_ticks_have_the_unit_of_the_step);
  g_test_add_func ("/number_text/long_ticks_go_up_a_unit_where_that_is_exact",
                   test_long_ticks_go_up_a_unit_where_that_is_exact);
  g_test_add_func ("/number_text/moments_tell_what_a_step_changes", test_moments_tell_what_a_step_changes);
  g_test_add_func ("/number_text/extremes_fit_the_buffer", test_extremes_fit_the_buffer);
  g_test_add_func ("/number_text/the_locale_of_c_groups_with_commas",
                   test_the_locale_of_c_groups_with_commas);
  return g_test_run ();
}
