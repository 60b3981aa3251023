/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/attach/attach_text.h"

static void
durations_are_read_exactly_and_written_back (void)
{
  static const struct
  {
    const char *text;
    int64_t ns;
    const char *written;
  } rows[] = {
    { "3.2s", 3200000000, "3.2s" },
    { "-250ms", -250000000, "-250ms" },
    { "1h", 3600000000000, "3600s" },
    { "-1.5 h", -5400000000000, "-5400s" },
    { "90min", 5400000000000, "5400s" },
    { "15 us", 15000, "15us" },
    { "+7ns", 7, "7ns" },
    { "12", 12, "12ns" },
    { "0s", 0, "0ns" },
    { "0.000000001s", 1, "1ns" },
    { "1000.000000001s", 1000000000001, "1000.000000001s" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      int64_t ns, again;

      g_assert_true (attach_duration_read (rows[i].text, &ns));
      g_assert_cmpint (ns, ==, rows[i].ns);
      g_autofree char *written = attach_duration_text (ns);
      g_assert_cmpstr (written, ==, rows[i].written);
      g_assert_true (attach_duration_read (written, &again));
      g_assert_cmpint (again, ==, ns);
    }
}

static void
other_durations_are_refused (void)
{
  static const char *const texts[] = { "",      "s",    "1.2.3s", "1m",
                                       "1 day", "--1s", "1s1s",   "99999999999999999999h",
                                       "1e3s",  "1.5",  "0.1ns",  "1.0000000001s",
                                       "1.00000000000001h" };
  int64_t ns;

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_false (attach_duration_read (texts[i], &ns));
}

static void
a_shift_is_shown_as_a_zone_and_the_rest (void)
{
  static const struct
  {
    int64_t ns;
    const char *text;
  } rows[] = {
    { 0, "+00:00" },
    { -7200000000000, "+02:00" },
    { -7203200000000, "+02:00 -3.2s" },
    { -7196800000000, "+02:00 +3.2s" },
    { 19800000000000, "-05:30" },
    { 250000000, "+00:00 +250ms" },
    { -20700000000000, "+05:45" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = attach_zone_text (rows[i].ns);
      int64_t ns;

      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_true (attach_shift_read (text, &ns));
      g_assert_cmpint (ns, ==, rows[i].ns);
    }
}

static void
a_shift_may_be_a_duration_alone (void)
{
  int64_t ns;

  g_assert_true (attach_shift_read (" -3603.2s ", &ns));
  g_assert_cmpint (ns, ==, -3603200000000);
  g_assert_true (attach_shift_read ("1 h", &ns));
  g_assert_cmpint (ns, ==, 3600000000000);
  g_assert_false (attach_shift_read ("+01:00 soon", &ns));
  g_assert_false (attach_shift_read ("", &ns));
}

static void
a_start_needs_a_zone (void)
{
  const int64_t zone_ns = 3600000000000;
  int64_t ns;

  g_assert_true (attach_start_read ("2026-01-03T15:36:53+01:00", NULL, &ns));
  g_assert_cmpint (ns, ==, INT64_C (1767451013000000000));
  g_assert_true (attach_start_read ("1767451013.25", NULL, &ns));
  g_assert_cmpint (ns, ==, INT64_C (1767451013250000000));
  g_assert_true (attach_start_read ("2026-01-03 15:36:53", &zone_ns, &ns));
  g_assert_cmpint (ns, ==, INT64_C (1767451013000000000));
  g_assert_false (attach_start_read ("2026-01-03 15:36:53", NULL, &ns));
  g_assert_false (attach_start_read ("tomorrow", &zone_ns, &ns));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attach_text/durations_are_read_exactly_and_written_back",
                   durations_are_read_exactly_and_written_back);
  g_test_add_func ("/attach_text/other_durations_are_refused", other_durations_are_refused);
  g_test_add_func ("/attach_text/a_shift_is_shown_as_a_zone_and_the_rest",
                   a_shift_is_shown_as_a_zone_and_the_rest);
  g_test_add_func ("/attach_text/a_shift_may_be_a_duration_alone", a_shift_may_be_a_duration_alone);
  g_test_add_func ("/attach_text/a_start_needs_a_zone", a_start_needs_a_zone);
  return g_test_run ();
}
