/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_fling.h"

#include <glib.h>
#include <math.h>

#define MS INT64_C (1000)

static void
test_a_steady_hand_has_its_velocity (void)
{
  HandTrail trail = { 0 };
  double x, y;

  for (int i = 0; i < 40; i++)
    hand_trail_add (&trail, i * 8 * MS, i * 4, -i);
  hand_trail_velocity (&trail, 39 * 8 * MS, &x, &y);
  g_assert_cmpfloat (fabs (x - 500), <, 1e-6);
  g_assert_cmpfloat (fabs (y + 125), <, 1e-6);
}

static void
test_only_the_end_counts (void)
{
  HandTrail trail = { 0 };
  double x, y;

  for (int i = 0; i < 10; i++)
    hand_trail_add (&trail, i * 10 * MS, i * 1000, 0);
  for (int i = 10; i < 30; i++)
    hand_trail_add (&trail, i * 10 * MS, 9000 - i, 0);
  hand_trail_velocity (&trail, 295 * MS, &x, &y);
  g_assert_cmpfloat (fabs (x + 100), <, 1e-6);
}

static void
test_a_hand_at_rest_throws_nothing (void)
{
  HandTrail trail = { 0 };
  double x = 1, y = 1;

  hand_trail_velocity (&trail, 0, &x, &y);
  g_assert_cmpfloat (x, ==, 0);
  hand_trail_add (&trail, 0, 5, 5);
  hand_trail_velocity (&trail, 0, &x, &y);
  g_assert_cmpfloat (y, ==, 0);
  hand_trail_add (&trail, 5 * MS, 50, 50);
  hand_trail_velocity (&trail, 200 * MS, &x, &y);
  g_assert_cmpfloat (x, ==, 0);
  trail = (HandTrail){ 0 };
  hand_trail_add (&trail, 7, 0, 0);
  hand_trail_add (&trail, 7, 9, 9);
  hand_trail_velocity (&trail, 7, &x, &y);
  g_assert_cmpfloat (x, ==, 0);
}

static void
test_a_fling_gets_slower_and_ends (void)
{
  double before = 0, speed_before = INFINITY, elapsed_s = 0;

  while (!timeline_fling_is_over (-3000, elapsed_s))
    {
      elapsed_s += 0.016;
      double px = timeline_fling_px (-3000, elapsed_s), speed = before - px;

      g_assert_cmpfloat (px, <, before);
      g_assert_cmpfloat (speed, <, speed_before);
      before = px;
      speed_before = speed;
      g_assert_cmpfloat (elapsed_s, <, 5);
    }
  g_assert_cmpfloat (elapsed_s, >, 0.5);
  /* What is left could not be seen. */
  g_assert_cmpfloat (fabs (timeline_fling_px (-3000, 1e9) - before), <, 1);
}

static void
test_slow_hands_leave_it_where_it_is (void)
{
  g_assert_true (timeline_fling_is_over (0, 0));
  g_assert_true (timeline_fling_is_over (-20, 0));
  g_assert_false (timeline_fling_is_over (300, 0));
  g_assert_cmpfloat (timeline_fling_px (1000, 0), ==, 0);
  g_assert_cmpfloat (timeline_fling_px (1e300, 1e300), ==, timeline_fling_px (1e9, 1e300));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline_fling/a_steady_hand_has_its_velocity", test_a_steady_hand_has_its_velocity);
  g_test_add_func ("/timeline_fling/only_the_end_counts", test_only_the_end_counts);
  g_test_add_func ("/timeline_fling/a_hand_at_rest_throws_nothing", test_a_hand_at_rest_throws_nothing);
  g_test_add_func ("/timeline_fling/a_fling_gets_slower_and_ends", test_a_fling_gets_slower_and_ends);
  g_test_add_func ("/timeline_fling/slow_hands_leave_it_where_it_is", test_slow_hands_leave_it_where_it_is);
  return g_test_run ();
}
