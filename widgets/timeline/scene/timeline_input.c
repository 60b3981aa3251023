/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_input.h"

#include <math.h>

/* The pointer grabs an edge of an area within this distance. */
#define EDGE_GRAB_PX 4.0

/* Widths of the view per second: at first, and after the time it takes to get up to speed. */
#define HELD_SLOW   0.9
#define HELD_FAST   3.0
#define HELD_RAMP_S 1.5

#define DOUBLINGS_PER_DISTANCE 4.0
#define WHEEL_BASE             1.25

bool
timeline_command_is_held (TimelineCommand command)
{
  return command >= TIMELINE_ZOOM_IN && command <= TIMELINE_PAN_LATER;
}

bool
timeline_command_is_of_canvas (TimelineCommand command)
{
  return (command >= TIMELINE_WALK_LEFT && command <= TIMELINE_SCROLL_DOWN)
         || command == TIMELINE_SHOW_DETAILS
         || (command >= TIMELINE_AREA_END_EARLIER && command <= TIMELINE_AREA_MORE_ROWS);
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
