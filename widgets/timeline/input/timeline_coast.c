/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_coast.h"

#include <math.h>

#include "widgets/timeline/input/timeline_fling.h"

struct TimelineCoast
{
  TimelineScene *scene;
  GtkWidget *clock;
  guint tick; /* 0: at rest */

  double x_px_per_s, y_px_per_s;
  int64_t began_us; /* 0: with the next frame */
  TimeSpan from;
  double from_scroll_px;

  /* The state after the last frame. If it differs in the next frame, something else has moved the view. */
  TimeSpan span;
  double scroll_px;
};

TimelineCoast *
timeline_coast_new (TimelineScene *scene, GtkWidget *clock)
{
  TimelineCoast *coast = g_new0 (TimelineCoast, 1);

  coast->scene = scene;
  coast->clock = clock;
  return coast;
}

void
timeline_coast_stop (TimelineCoast *coast)
{
  if (coast->tick == 0)
    return;
  gtk_widget_remove_tick_callback (coast->clock, coast->tick);
  coast->tick = 0;
  timeline_motion_set_coasting (timeline_scene_motion (coast->scene), false);
}

void
timeline_coast_free (TimelineCoast *coast)
{
  if (coast->tick != 0)
    gtk_widget_remove_tick_callback (coast->clock, coast->tick);
  g_free (coast);
}

static TimeSpan
span_of (TimelineCoast *coast)
{
  TimeSpan span;

  view_state_span (timeline_scene_state (coast->scene), &span.begin_ns, &span.end_ns);
  return span;
}

static double
scroll_of (TimelineCoast *coast)
{
  return gtk_adjustment_get_value (timeline_scene_scroll (coast->scene));
}

static bool
was_moved (TimelineCoast *coast)
{
  TimeSpan span = span_of (coast);

  return span.begin_ns != coast->span.begin_ns || span.end_ns != coast->span.end_ns
         || fabs (scroll_of (coast) - coast->scroll_px) > 0.01;
}

static void
move_on (TimelineCoast *coast, double elapsed_s)
{
  TimelineMotion *motion = timeline_scene_motion (coast->scene);
  double width_px = MAX (timeline_scene_view (coast->scene)->width_px, 1);
  double ns_per_px = (double) (coast->from.end_ns - coast->from.begin_ns) / width_px;
  int64_t moved_ns = llround (timeline_fling_px (coast->x_px_per_s, elapsed_s) * ns_per_px);

  timeline_motion_set_direct (motion, true);
  if (moved_ns != 0)
    view_state_set_span (timeline_scene_state (coast->scene), coast->from.begin_ns + moved_ns,
                         coast->from.end_ns + moved_ns);
  timeline_motion_set_direct (motion, false);
  gtk_adjustment_set_value (timeline_scene_scroll (coast->scene),
                            coast->from_scroll_px + timeline_fling_px (coast->y_px_per_s, elapsed_s));
  coast->span = span_of (coast);
  coast->scroll_px = scroll_of (coast);
}

static gboolean
tick (GtkWidget *clock, GdkFrameClock *frames, gpointer user_data)
{
  TimelineCoast *coast = user_data;
  int64_t now_us = gdk_frame_clock_get_frame_time (frames);

  (void) clock;
  if (coast->began_us == 0)
    coast->began_us = now_us;
  double elapsed_s = (double) (now_us - coast->began_us) / G_USEC_PER_SEC;
  bool is_over = was_moved (coast);
  if (!is_over)
    {
      move_on (coast, elapsed_s);
      is_over = timeline_fling_is_over (coast->x_px_per_s, elapsed_s)
                && timeline_fling_is_over (coast->y_px_per_s, elapsed_s);
    }
  if (!is_over)
    return G_SOURCE_CONTINUE;
  coast->tick = 0;
  timeline_motion_set_coasting (timeline_scene_motion (coast->scene), false);
  return G_SOURCE_REMOVE;
}

void
timeline_coast_begin (TimelineCoast *coast, double x_px_per_s, double y_px_per_s)
{
  TimelineMotion *motion = timeline_scene_motion (coast->scene);

  timeline_coast_stop (coast);
  if (!timeline_motion_has_animations (motion)
      || (timeline_fling_is_over (x_px_per_s, 0) && timeline_fling_is_over (y_px_per_s, 0)))
    return;
  coast->x_px_per_s = x_px_per_s;
  coast->y_px_per_s = y_px_per_s;
  coast->began_us = 0;
  coast->span = coast->from = span_of (coast);
  coast->scroll_px = coast->from_scroll_px = scroll_of (coast);
  timeline_motion_set_coasting (motion, true);
  coast->tick = gtk_widget_add_tick_callback (coast->clock, tick, coast, NULL);
}
