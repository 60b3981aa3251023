/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_input.h"

#include <gdk/gdkkeysyms.h>
#include <math.h>
#include <stddef.h>

/* How near to an edge of an area the pointer grabs it. */
#define EDGE_GRAB_PX 4.0

/* Widths of the view per second: at first, and after the time it takes to get up to speed. */
#define HELD_SLOW   0.9
#define HELD_FAST   3.0
#define HELD_RAMP_S 1.5

#define DOUBLINGS_PER_DISTANCE 4.0
#define WHEEL_BASE             1.25

/* evdev's codes + 8: Linux and X agree on them. */
enum
{
  KEY_0 = 19,
  KEY_W = 25,
  KEY_BRACKET_LEFT = 34,
  KEY_BRACKET_RIGHT = 35,
  KEY_A = 38,
  KEY_S = 39,
  KEY_D = 40,
  KEY_F = 41,
  KEY_G = 42,
  KEY_C = 54,
};

typedef enum
{
  PLAIN,
  SHIFT,
  CONTROL,
  CONTROL_SHIFT,
  ALT,
} Modifiers;

/* keycode or keyval is 0. */
typedef struct
{
  unsigned keycode, keyval;
  Modifiers modifiers;
  TimelineCommand command;
} Binding;

static const Binding bindings[] = {
  { KEY_W, 0, PLAIN, TIMELINE_ZOOM_IN },
  { KEY_S, 0, PLAIN, TIMELINE_ZOOM_OUT },
  { KEY_A, 0, PLAIN, TIMELINE_PAN_EARLIER },
  { KEY_D, 0, PLAIN, TIMELINE_PAN_LATER },
  { 0, GDK_KEY_Left, PLAIN, TIMELINE_WALK_LEFT },
  { 0, GDK_KEY_KP_Left, PLAIN, TIMELINE_WALK_LEFT },
  { 0, GDK_KEY_Right, PLAIN, TIMELINE_WALK_RIGHT },
  { 0, GDK_KEY_KP_Right, PLAIN, TIMELINE_WALK_RIGHT },
  { 0, GDK_KEY_Up, PLAIN, TIMELINE_WALK_UP },
  { 0, GDK_KEY_KP_Up, PLAIN, TIMELINE_WALK_UP },
  { 0, GDK_KEY_Down, PLAIN, TIMELINE_WALK_DOWN },
  { 0, GDK_KEY_KP_Down, PLAIN, TIMELINE_WALK_DOWN },
  { 0, GDK_KEY_Page_Up, PLAIN, TIMELINE_SCROLL_UP },
  { 0, GDK_KEY_KP_Page_Up, PLAIN, TIMELINE_SCROLL_UP },
  { 0, GDK_KEY_Page_Down, PLAIN, TIMELINE_SCROLL_DOWN },
  { 0, GDK_KEY_KP_Page_Down, PLAIN, TIMELINE_SCROLL_DOWN },
  { KEY_F, 0, PLAIN, TIMELINE_FIT_SELECTION },
  { KEY_F, 0, SHIFT, TIMELINE_FIT_CONNECTION },
  { KEY_0, 0, PLAIN, TIMELINE_FIT_ALL },
  { 0, GDK_KEY_0, PLAIN, TIMELINE_FIT_ALL },
  { 0, GDK_KEY_KP_0, PLAIN, TIMELINE_FIT_ALL },
  { 0, GDK_KEY_comma, PLAIN, TIMELINE_PREVIOUS_STEP },
  { 0, GDK_KEY_period, PLAIN, TIMELINE_NEXT_STEP },
  { 0, GDK_KEY_comma, SHIFT, TIMELINE_SLOWEST_STEP },
  { 0, GDK_KEY_period, SHIFT, TIMELINE_MEDIAN_STEP },
  { KEY_BRACKET_LEFT, 0, PLAIN, TIMELINE_FOLLOW_BACK },
  { KEY_BRACKET_RIGHT, 0, PLAIN, TIMELINE_FOLLOW_FORWARD },
  { KEY_BRACKET_LEFT, 0, CONTROL, TIMELINE_OTHER_FLOW_BACK },
  { KEY_BRACKET_RIGHT, 0, CONTROL, TIMELINE_OTHER_FLOW_FORWARD },
  { 0, GDK_KEY_Return, PLAIN, TIMELINE_SHOW_DETAILS },
  { 0, GDK_KEY_KP_Enter, PLAIN, TIMELINE_SHOW_DETAILS },
  { 0, GDK_KEY_Escape, PLAIN, TIMELINE_CLEAR },
  { KEY_C, 0, CONTROL, TIMELINE_COPY },
  { KEY_C, 0, CONTROL_SHIFT, TIMELINE_COPY_NAME },
  { KEY_G, 0, CONTROL, TIMELINE_GO_TO },
  { KEY_C, 0, PLAIN, TIMELINE_COMPARE_STEPS },
  { 0, GDK_KEY_Left, ALT, TIMELINE_BACK },
  { 0, GDK_KEY_KP_Left, ALT, TIMELINE_BACK },
  { 0, GDK_KEY_Right, ALT, TIMELINE_FORWARD },
  { 0, GDK_KEY_KP_Right, ALT, TIMELINE_FORWARD },
};

TimelineCommand
timeline_command_of_key (const TimelineKey *key)
{
  Modifiers modifiers = key->control ? (key->shift ? CONTROL_SHIFT : CONTROL) : (key->shift ? SHIFT : PLAIN);

  if (key->alt && modifiers != PLAIN)
    return TIMELINE_NO_COMMAND;
  if (key->alt)
    modifiers = ALT;
  for (size_t i = 0; i < sizeof bindings / sizeof bindings[0]; i++)
    {
      const Binding *binding = &bindings[i];
      bool matches =
        binding->keycode != 0 ? binding->keycode == key->keycode : binding->keyval == key->keyval;

      if (matches && binding->modifiers == modifiers)
        return binding->command;
    }
  return TIMELINE_NO_COMMAND;
}

bool
timeline_command_is_held (TimelineCommand command)
{
  return command >= TIMELINE_ZOOM_IN && command <= TIMELINE_PAN_LATER;
}

bool
timeline_command_is_of_canvas (TimelineCommand command)
{
  return (command >= TIMELINE_WALK_LEFT && command <= TIMELINE_SCROLL_DOWN)
         || command == TIMELINE_SHOW_DETAILS;
}

double
timeline_held_distance (double held_s)
{
  double ramp_s = fmin (held_s, HELD_RAMP_S);

  return HELD_SLOW * ramp_s + (HELD_FAST - HELD_SLOW) / HELD_RAMP_S * ramp_s * ramp_s / 2
         + HELD_FAST * (held_s - ramp_s);
}

double
timeline_zoom_factor (double distance)
{
  return exp2 (-DOUBLINGS_PER_DISTANCE * distance);
}

double
timeline_wheel_factor (double notches)
{
  return pow (WHEEL_BASE, notches);
}

double
timeline_ease_out (double progress)
{
  double rest = 1 - fmin (fmax (progress, 0), 1);

  return 1 - rest * rest * rest;
}

TimeSpan
timeline_glide (TimeSpan from, TimeSpan to, double progress)
{
  double from_ns = (double) (from.end_ns - from.begin_ns), to_ns = (double) (to.end_ns - to.begin_ns);

  if (progress >= 1)
    return to;

  /* With lengths l0 and l1, a length l on the way has come (l0 - l) / (l0 - l1) of the way; only then does the common
   * point stay. Lengths that are nearly the same just move. */
  double length_ns = from_ns * pow (to_ns / from_ns, progress);
  bool is_zoom = fabs (to_ns - from_ns) > 1e-6 * from_ns;
  double way = is_zoom ? (from_ns - length_ns) / (from_ns - to_ns) : progress;
  int64_t begin_ns = from.begin_ns + (int64_t) llround ((double) (to.begin_ns - from.begin_ns) * way);
  int64_t end_ns = from.end_ns + (int64_t) llround ((double) (to.end_ns - from.end_ns) * way);
  return (TimeSpan){ begin_ns, end_ns > begin_ns ? end_ns : begin_ns + 1 };
}

bool
timeline_is_drag (double dx_px, double dy_px)
{
  return hypot (dx_px, dy_px) >= TIMELINE_CLICK_PX;
}

AreaEdge
timeline_area_edge (const TimelineView *view, TimeSpan area, double x_px)
{
  double to_begin_px = fabs (x_px - timeline_view_px (view, area.begin_ns));
  double to_end_px = fabs (x_px - timeline_view_px (view, area.end_ns));

  if (fmin (to_begin_px, to_end_px) > EDGE_GRAB_PX)
    return AREA_ELSEWHERE;
  return to_begin_px < to_end_px ? AREA_BEGIN : AREA_END;
}

TimeSpan
timeline_overview_drag (OverviewPlace place, TimeSpan before, int64_t from_ns, int64_t to_ns)
{
  int64_t moved_ns = to_ns - from_ns;
  TimeSpan after = before;

  if (place == OVERVIEW_WINDOW || place == OVERVIEW_WINDOW_BEGIN)
    after.begin_ns += moved_ns;
  if (place == OVERVIEW_WINDOW || place == OVERVIEW_WINDOW_END)
    after.end_ns += moved_ns;
  if (after.begin_ns > after.end_ns)
    after = (TimeSpan){ after.end_ns, after.begin_ns };
  return after;
}
