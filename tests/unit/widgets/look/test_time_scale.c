/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/time_scale.h"

#include <glib.h>

static void
test_pixels_and_times_are_inverse (void)
{
  const TimeScale scale = { INT64_C (123456789012345), 7.25 };

  for (int px = -4000; px <= 4000; px += 4)
    g_assert_cmpfloat (time_scale_px (&scale, time_scale_ns (&scale, px)), ==, px);
  g_assert_cmpint (time_scale_ns (&scale, 0), ==, scale.begin_ns);
}

static void
test_absurd_pixels_stay_within_the_range (void)
{
  const TimeScale scale = { INT64_MAX - 5, 1e18 };

  g_assert_cmpint (time_scale_ns (&scale, 1e6), ==, INT64_MAX);
  g_assert_cmpint (time_scale_ns (&scale, -1e6), ==, INT64_MIN);
}

static void
test_ticks_are_round_and_far_enough_apart (void)
{
  for (double ns_per_px = 1e-3; ns_per_px < 1e15; ns_per_px *= 1.3)
    {
      const TimeScale scale = { 0, ns_per_px };
      int64_t step_ns = time_scale_tick_step_ns (&scale, 96);
      int64_t digits = step_ns;

      g_assert_cmpfloat ((double) step_ns / ns_per_px, >=, 96);
      if (step_ns > 10000000000)
        continue;
      /* And not further than the next round step. */
      if (step_ns > 1)
        g_assert_cmpfloat ((double) step_ns / ns_per_px, <, 96 * 2.51);
      while (digits % 10 == 0)
        digits /= 10;
      g_assert_true (digits == 1 || digits == 2 || digits == 5);
    }
}

static void
test_first_tick_is_at_or_after_the_begin (void)
{
  for (int64_t begin_ns = -25; begin_ns <= 25; begin_ns++)
    {
      const TimeScale scale = { begin_ns, 1 };
      int64_t tick_ns = time_scale_first_tick_ns (&scale, 10);

      g_assert_cmpint (tick_ns % 10, ==, 0);
      g_assert_cmpint (tick_ns, >=, begin_ns);
      g_assert_cmpint (tick_ns, <, begin_ns + 10);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time_scale/pixels_and_times_are_inverse", test_pixels_and_times_are_inverse);
  g_test_add_func ("/time_scale/absurd_pixels_stay_within_the_range",
                   test_absurd_pixels_stay_within_the_range);
  g_test_add_func ("/time_scale/ticks_are_round_and_far_enough_apart",
                   test_ticks_are_round_and_far_enough_apart);
  g_test_add_func ("/time_scale/first_tick_is_at_or_after_the_begin",
                   test_first_tick_is_at_or_after_the_begin);
  return g_test_run ();
}
