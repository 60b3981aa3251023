/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/derive/time_extent.h"

#define SECOND_NS INT64_C (1000000000)
#define HOUR_NS   (3600 * SECOND_NS)
#define YEAR_NS   (8760 * HOUR_NS)

/* The bounds of times that begin and end at one moment each. */
static void
find_bounds (const int64_t *times_ns, size_t n, int64_t *ret_low_ns, int64_t *ret_high_ns)
{
  TimeExtent extent;

  g_assert_true (time_extent_init (&extent, n));
  for (size_t i = 0; i < n; i++)
    time_extent_add (&extent, times_ns[i], times_ns[i]);
  time_extent_bounds (&extent, ret_low_ns, ret_high_ns);
  time_extent_clear (&extent);
}

static size_t
n_outside (const int64_t *times_ns, size_t n)
{
  int64_t low_ns, high_ns;
  size_t n_out = 0;

  find_bounds (times_ns, n, &low_ns, &high_ns);
  for (size_t i = 0; i < n; i++)
    n_out += times_ns[i] < low_ns || times_ns[i] > high_ns;
  return n_out;
}

static void
one_wrong_time_is_outside (void)
{
  const int64_t before[] = { 0, 54 * YEAR_NS, 54 * YEAR_NS + 1, 54 * YEAR_NS + 2, 54 * YEAR_NS + 900 };
  const int64_t after[] = { 0, 1, 2, 3, 2 * HOUR_NS };
  const int64_t both[] = { -YEAR_NS, 0, 1, 2, 3, YEAR_NS };

  g_assert_cmpuint (n_outside (before, G_N_ELEMENTS (before)), ==, 1);
  g_assert_cmpuint (n_outside (after, G_N_ELEMENTS (after)), ==, 1);
  g_assert_cmpuint (n_outside (both, G_N_ELEMENTS (both)), ==, 2);
}

static void
the_bounds_are_those_of_the_others (void)
{
  const int64_t short_ns[] = { 10, 20, 30, 40, YEAR_NS };
  const int64_t long_ns[] = { 0, 0, 10 * SECOND_NS, 10 * SECOND_NS, YEAR_NS };
  int64_t low_ns, high_ns;

  find_bounds (short_ns, G_N_ELEMENTS (short_ns), &low_ns, &high_ns);
  g_assert_cmpint (low_ns, ==, 20 - HOUR_NS);
  g_assert_cmpint (high_ns, ==, 40 + HOUR_NS);
  find_bounds (long_ns, G_N_ELEMENTS (long_ns), &low_ns, &high_ns);
  g_assert_cmpint (low_ns, ==, -10000 * SECOND_NS);
  g_assert_cmpint (high_ns, ==, 10010 * SECOND_NS);
}

static void
long_recordings_are_whole (void)
{
  int64_t hours[100];
  const int64_t within_an_hour[] = { 0, 1, 2, 3, HOUR_NS };
  const int64_t two_agree[] = { 0, 1, 2, 3, 2 * HOUR_NS, 2 * HOUR_NS };

  for (int i = 0; i < (int) G_N_ELEMENTS (hours); i++)
    hours[i] = i * i * HOUR_NS;
  g_assert_cmpuint (n_outside (hours, G_N_ELEMENTS (hours)), ==, 0);
  g_assert_cmpuint (n_outside (within_an_hour, G_N_ELEMENTS (within_an_hour)), ==, 0);
  g_assert_cmpuint (n_outside (two_agree, G_N_ELEMENTS (two_agree)), ==, 0);
}

static void
of_four_nobody_can_tell (void)
{
  const int64_t times_ns[] = { 0, 1, 2, YEAR_NS };

  g_assert_cmpuint (n_outside (times_ns, G_N_ELEMENTS (times_ns)), ==, 0);
  g_assert_cmpuint (n_outside (times_ns, 0), ==, 0);
}

static void
one_in_ten_thousand_is_outside_whatever_the_order (void)
{
  enum
  {
    N = 50000
  };
  g_autofree int64_t *times_ns = g_new (int64_t, N);

  for (int order = 0; order < 3; order++)
    {
      for (int i = 0; i < N; i++)
        times_ns[i] = order == 0 ? i : order == 1 ? N - i : (int64_t) i * 7919 % N;
      for (int i = 0; i < 5; i++)
        {
          times_ns[i * 9973] = -YEAR_NS - i;
          times_ns[i * 9973 + 1] = YEAR_NS + i;
        }
      g_assert_cmpuint (n_outside (times_ns, N), ==, 10);
    }
}

/* An end is judged by ends: a call that waits for hours is not wrong where what it waits for is there, too. */
static void
ends_are_judged_by_ends (void)
{
  TimeExtent extent;
  int64_t low_ns, high_ns;

  for (int n_long = 1; n_long <= 2; n_long++)
    {
      g_assert_true (time_extent_init (&extent, 100));
      for (int i = 0; i < 100; i++)
        time_extent_add (&extent, i, i < n_long ? YEAR_NS : i + 1);
      time_extent_bounds (&extent, &low_ns, &high_ns);
      time_extent_clear (&extent);
      if (n_long == 1)
        g_assert_cmpint (high_ns, ==, 100 + HOUR_NS);
      else
        g_assert_cmpint (high_ns, >=, YEAR_NS);
    }
}

static void
times_at_the_limits_do_not_overflow (void)
{
  const int64_t limit_ns = INT64_C (1) << 62;
  const int64_t times_ns[] = { -limit_ns, -limit_ns, 0, limit_ns, limit_ns };
  const int64_t high[] = { limit_ns, limit_ns, limit_ns, limit_ns, limit_ns, -limit_ns };

  g_assert_cmpuint (n_outside (times_ns, G_N_ELEMENTS (times_ns)), ==, 0);
  g_assert_cmpuint (n_outside (high, G_N_ELEMENTS (high)), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time_extent/one_wrong_time_is_outside", one_wrong_time_is_outside);
  g_test_add_func ("/time_extent/the_bounds_are_those_of_the_others", the_bounds_are_those_of_the_others);
  g_test_add_func ("/time_extent/long_recordings_are_whole", long_recordings_are_whole);
  g_test_add_func ("/time_extent/of_four_nobody_can_tell", of_four_nobody_can_tell);
  g_test_add_func ("/time_extent/one_in_ten_thousand_is_outside_whatever_the_order",
                   one_in_ten_thousand_is_outside_whatever_the_order);
  g_test_add_func ("/time_extent/ends_are_judged_by_ends", ends_are_judged_by_ends);
  g_test_add_func ("/time_extent/times_at_the_limits_do_not_overflow", times_at_the_limits_do_not_overflow);
  return g_test_run ();
}
