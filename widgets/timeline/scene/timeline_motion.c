/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_motion.h"

#define GLIDE_US      140000
#define SLOW_GLIDE_US 200000

struct TimelineMotion
{
  ViewState *state;
  GtkWidget *clock;
  guint tick;
  void (*moved) (gpointer user_data);
  gpointer user_data;

  TimeSpan seen;
  bool is_direct, is_next_slow, is_coasting, is_led;

  bool is_gliding;
  TimeSpan from;
  int64_t began_us, lasts_us; /* began_us 0: with the next frame */

  TimelineCommand held;
  int64_t anchor_ns;
  int64_t pressed_us; /* 0: with the next frame */
  double distance;    /* that it has moved so far */
};

static TimeSpan
target_of (TimelineMotion *motion)
{
  TimeSpan target;

  view_state_span (motion->state, &target.begin_ns, &target.end_ns);
  return target;
}

TimelineMotion *
timeline_motion_new (ViewState *state, void (*moved) (gpointer user_data), gpointer user_data)
{
  TimelineMotion *motion = g_new0 (TimelineMotion, 1);

  motion->state = g_object_ref (state);
  motion->moved = moved;
  motion->user_data = user_data;
  motion->seen = target_of (motion);
  return motion;
}

static void
forget_clock (gpointer user_data, GObject *clock)
{
  TimelineMotion *motion = user_data;

  (void) clock;
  motion->clock = NULL;
  motion->tick = 0;
}

void
timeline_motion_set_clock (TimelineMotion *motion, GtkWidget *widget)
{
  if (motion->clock != NULL)
    {
      if (motion->tick != 0)
        gtk_widget_remove_tick_callback (motion->clock, motion->tick);
      g_object_weak_unref (G_OBJECT (motion->clock), forget_clock, motion);
    }
  motion->tick = 0;
  motion->clock = widget;
  if (widget != NULL)
    g_object_weak_ref (G_OBJECT (widget), forget_clock, motion);
}

void
timeline_motion_free (TimelineMotion *motion)
{
  timeline_motion_set_clock (motion, NULL);
  g_object_unref (motion->state);
  g_free (motion);
}

TimeSpan
timeline_motion_seen (const TimelineMotion *motion)
{
  return motion->seen;
}

bool
timeline_motion_is_moving (const TimelineMotion *motion)
{
  return motion->is_gliding || motion->is_coasting || motion->held != TIMELINE_NO_COMMAND;
}

bool
timeline_motion_has_animations (TimelineMotion *motion)
{
  gboolean enabled = FALSE;

  if (motion->clock == NULL || !gtk_widget_get_mapped (motion->clock))
    return false;
  g_object_get (gtk_widget_get_settings (motion->clock), "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

/* Moves the view state by the distance of a held key since the last call. */
static void
move_held (TimelineMotion *motion, TimelineCommand command, double by)
{
  switch (command)
    {
    case TIMELINE_PAN_EARLIER:
      view_state_pan (motion->state, -by);
      break;
    case TIMELINE_PAN_LATER:
      view_state_pan (motion->state, by);
      break;
    case TIMELINE_ZOOM_IN:
      view_state_zoom_at (motion->state, motion->anchor_ns, timeline_zoom_factor (by));
      break;
    case TIMELINE_ZOOM_OUT:
      view_state_zoom_at (motion->state, motion->anchor_ns, timeline_zoom_factor (-by));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
advance_held (TimelineMotion *motion, int64_t now_us)
{
  if (motion->pressed_us == 0)
    motion->pressed_us = now_us;
  double distance = timeline_held_distance ((double) (now_us - motion->pressed_us) / G_USEC_PER_SEC);
  double by = distance - motion->distance;
  if (by <= 0)
    return;
  motion->distance = distance;

  bool was_direct = motion->is_direct;
  motion->is_direct = true;
  move_held (motion, motion->held, by);
  motion->is_direct = was_direct;
}

static void
advance_glide (TimelineMotion *motion, int64_t now_us)
{
  TimeSpan target = target_of (motion);

  if (motion->began_us == 0)
    motion->began_us = now_us;
  double progress = (double) (now_us - motion->began_us) / (double) motion->lasts_us;
  if (progress >= 1)
    motion->is_gliding = false;
  motion->seen = timeline_glide (motion->from, target, timeline_ease_out (progress));
  motion->moved (motion->user_data);
}

static gboolean
tick (GtkWidget *clock, GdkFrameClock *frames, gpointer user_data)
{
  TimelineMotion *motion = user_data;
  int64_t now_us = gdk_frame_clock_get_frame_time (frames);

  (void) clock;
  if (motion->held != TIMELINE_NO_COMMAND)
    advance_held (motion, now_us);
  if (motion->is_gliding)
    advance_glide (motion, now_us);
  if (motion->is_gliding || motion->held != TIMELINE_NO_COMMAND)
    return G_SOURCE_CONTINUE;
  motion->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_ticking (TimelineMotion *motion)
{
  if (motion->tick == 0)
    motion->tick = gtk_widget_add_tick_callback (motion->clock, tick, motion, NULL);
}

void
timeline_motion_follow (TimelineMotion *motion)
{
  bool is_slow = motion->is_next_slow;

  motion->is_next_slow = false;
  if (motion->is_led)
    {
      motion->is_gliding = false;
      return;
    }
  if (motion->is_direct || !timeline_motion_has_animations (motion))
    {
      motion->is_gliding = false;
      motion->seen = target_of (motion);
      motion->moved (motion->user_data);
      return;
    }
  motion->is_gliding = true;
  motion->from = motion->seen;
  motion->began_us = 0;
  motion->lasts_us = is_slow ? SLOW_GLIDE_US : GLIDE_US;
  start_ticking (motion);
}

void
timeline_motion_set_direct (TimelineMotion *motion, bool is_direct)
{
  motion->is_direct = is_direct;
}

void
timeline_motion_set_led (TimelineMotion *motion, bool is_led)
{
  motion->is_led = is_led;
}

void
timeline_motion_lead (TimelineMotion *motion, TimeSpan seen)
{
  motion->is_gliding = false;
  motion->held = TIMELINE_NO_COMMAND;
  motion->seen = seen;
  motion->moved (motion->user_data);
}

void
timeline_motion_set_coasting (TimelineMotion *motion, bool is_coasting)
{
  motion->is_coasting = is_coasting;
  if (!is_coasting)
    motion->moved (motion->user_data);
}

void
timeline_motion_slow_next (TimelineMotion *motion)
{
  motion->is_next_slow = true;
}

void
timeline_motion_hold (TimelineMotion *motion, TimelineCommand command, int64_t anchor_ns)
{
  if (!timeline_motion_has_animations (motion))
    {
      /* Every repetition of the key is a step of its own. */
      motion->anchor_ns = anchor_ns;
      move_held (motion, command, TIMELINE_TAP_DISTANCE);
      return;
    }
  if (motion->held == command)
    return;
  motion->held = command;
  motion->anchor_ns = anchor_ns;
  motion->pressed_us = 0;
  motion->distance = 0;
  start_ticking (motion);
}

void
timeline_motion_release (TimelineMotion *motion, TimelineCommand command)
{
  TimelineCommand held = motion->held;
  double rest = TIMELINE_TAP_DISTANCE - motion->distance;

  if (held == TIMELINE_NO_COMMAND || (command != TIMELINE_NO_COMMAND && command != held))
    return;
  motion->held = TIMELINE_NO_COMMAND;
  if (rest > 0)
    move_held (motion, held, rest);
  else
    motion->moved (motion->user_data);
}
