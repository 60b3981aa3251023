/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>

#include "widgets/timeline/scene/timeline_input.h"

static void
test_held_keys_accelerate (void)
{
  double before = 0, speed_before = 0;

  g_assert_cmpfloat (timeline_held_distance (0), ==, 0);
  for (int i = 1; i <= 50; i++)
    {
      double distance = timeline_held_distance (i * 0.1);

      g_assert_cmpfloat (distance, >, before);
      g_assert_cmpfloat (distance - before, >=, speed_before - 1e-9);
      speed_before = distance - before;
      before = distance;
    }
}

static void
test_zoom_in_and_out_cancel (void)
{
  g_assert_cmpfloat (timeline_zoom_factor (0.3), <, 1);
  g_assert_cmpfloat (fabs (timeline_zoom_factor (0.3) * timeline_zoom_factor (-0.3) - 1), <, 1e-12);
  g_assert_cmpfloat (timeline_wheel_factor (-1), <, 1);
  g_assert_cmpfloat (fabs (timeline_wheel_factor (2) * timeline_wheel_factor (-2) - 1), <, 1e-12);
}

static void
test_ease_out_ends_slowly (void)
{
  g_assert_cmpfloat (timeline_ease_out (0), ==, 0);
  g_assert_cmpfloat (timeline_ease_out (1), ==, 1);
  g_assert_cmpfloat (timeline_ease_out (7), ==, 1);
  g_assert_cmpfloat (timeline_ease_out (0.5), >, 0.5);
}

static void
test_glide_keeps_the_common_point (void)
{
  /* 250 is a quarter into both. */
  TimeSpan from = { 0, 1000000 }, to = { 249750, 250750 };

  for (int i = 0; i < 10; i++)
    {
      TimeSpan at = timeline_glide (from, to, i / 10.0);
      double place = (250000.0 - (double) at.begin_ns) / (double) (at.end_ns - at.begin_ns);

      g_assert_cmpfloat (fabs (place - 0.25), <, 0.002);
    }
  TimeSpan end = timeline_glide (from, to, 1);
  g_assert_cmpint (end.begin_ns, ==, to.begin_ns);
  g_assert_cmpint (end.end_ns, ==, to.end_ns);
}

static void
test_glide_of_equal_lengths_moves (void)
{
  TimeSpan at = timeline_glide ((TimeSpan){ 0, 100 }, (TimeSpan){ 1000, 1100 }, 0.5);

  g_assert_cmpint (at.begin_ns, ==, 500);
  g_assert_cmpint (at.end_ns, ==, 600);
}

static void
test_glide_is_never_empty (void)
{
  for (int i = 0; i <= 100; i++)
    {
      TimeSpan at = timeline_glide ((TimeSpan){ -5, INT64_MAX / 4 }, (TimeSpan){ 100, 101 }, i / 100.0);

      g_assert_cmpint (at.end_ns, >, at.begin_ns);
    }
}

static void
test_drags_start_behind_a_threshold (void)
{
  g_assert_false (timeline_is_drag (2, 2));
  g_assert_true (timeline_is_drag (-4, 0));
  g_assert_true (timeline_is_drag (3, 3));
}

static void
test_edges_of_an_area_can_be_grabbed (void)
{
  TimelineView view = { .begin_ns = 0, .end_ns = 1000, .width_px = 1000 };
  TimeSpan area = { 200, 400 };

  g_assert_cmpint (timeline_area_edge (&view, area, 203), ==, AREA_BEGIN);
  g_assert_cmpint (timeline_area_edge (&view, area, 397), ==, AREA_END);
  g_assert_cmpint (timeline_area_edge (&view, area, 300), ==, AREA_ELSEWHERE);
  /* Of a narrow one always the nearer. */
  g_assert_cmpint (timeline_area_edge (&view, (TimeSpan){ 200, 202 }, 202), ==, AREA_END);
}

static void
test_overview_window_moves_and_resizes (void)
{
  TimeSpan before = { 100, 200 };
  TimeSpan moved = timeline_overview_drag (OVERVIEW_WINDOW, before, 150, 170);
  TimeSpan begin = timeline_overview_drag (OVERVIEW_WINDOW_BEGIN, before, 100, 50);
  TimeSpan crossed = timeline_overview_drag (OVERVIEW_WINDOW_BEGIN, before, 100, 300);
  TimeSpan same = timeline_overview_drag (OVERVIEW_TIME, before, 100, 300);

  g_assert_true (moved.begin_ns == 120 && moved.end_ns == 220);
  g_assert_true (begin.begin_ns == 50 && begin.end_ns == 200);
  g_assert_true (crossed.begin_ns == 200 && crossed.end_ns == 300);
  g_assert_true (same.begin_ns == 100 && same.end_ns == 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline_input/held_keys_accelerate", test_held_keys_accelerate);
  g_test_add_func ("/timeline_input/zooming_in_and_out_cancel", test_zoom_in_and_out_cancel);
  g_test_add_func ("/timeline_input/easing_ends_slowly", test_ease_out_ends_slowly);
  g_test_add_func ("/timeline_input/glides_keep_what_both_spans_agree_on", test_glide_keeps_the_common_point);
  g_test_add_func ("/timeline_input/glides_of_equal_lengths_move", test_glide_of_equal_lengths_moves);
  g_test_add_func ("/timeline_input/glides_are_never_empty", test_glide_is_never_empty);
  g_test_add_func ("/timeline_input/drags_start_behind_a_threshold", test_drags_start_behind_a_threshold);
  g_test_add_func ("/timeline_input/edges_of_an_area_can_be_grabbed", test_edges_of_an_area_can_be_grabbed);
  g_test_add_func ("/timeline_input/the_window_of_the_overview_moves_and_resizes",
                   test_overview_window_moves_and_resizes);
  return g_test_run ();
}
