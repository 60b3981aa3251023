/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_grab.h"

#include <math.h>

#include "widgets/timeline/view/area_rows.h"

/* Returns the row at a height of the canvas; below all rows, the last one. */
static uint32_t
row_at (const TimelineView *view, double y_px)
{
  uint32_t n, row = timeline_view_row_at (view, CLAMP (y_px, 0, view->height_px - 1));

  track_tree_rows (view->tree, &n);
  return MIN (row, n - 1);
}

void
timeline_grab_begin (TimelineGrab *grab, TimelineScene *scene, GrabKind kind, double x_px, double y_px)
{
  TimelineMotion *motion = timeline_scene_motion (scene);

  timeline_motion_release (motion, TIMELINE_NO_COMMAND);
  *grab = (TimelineGrab){
    .kind = kind,
    .x_px = x_px,
    .y_px = y_px,
    .scroll_px = gtk_adjustment_get_value (timeline_scene_scroll (scene)),
    .row = row_at (timeline_scene_view (scene), y_px),
  };
  view_state_span (timeline_scene_state (scene), &grab->before.begin_ns, &grab->before.end_ns);
  timeline_motion_set_direct (motion, kind != GRAB_CLICK);
  timeline_scene_set_held (scene, true);
}

void
timeline_grab_end (TimelineGrab *grab, TimelineScene *scene)
{
  *grab = (TimelineGrab){ .kind = GRAB_NONE };
  timeline_motion_set_direct (timeline_scene_motion (scene), false);
  timeline_scene_set_held (scene, false);
}

AreaEdge
timeline_grab_edge_at (TimelineScene *scene, double x_px)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (scene));

  if (selection->kind != SELECTED_AREA)
    return AREA_ELSEWHERE;
  return timeline_area_edge (timeline_scene_view (scene),
                             (TimeSpan){ selection->begin_ns, selection->end_ns }, x_px);
}

/* The pointer has moved too far for a click: an edge of the area moves, or a new one begins. */
static void
begin_area (TimelineGrab *grab, TimelineScene *scene)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (scene));

  grab->kind = GRAB_AREA;
  grab->keeps_rows = true;
  switch (timeline_grab_edge_at (scene, grab->x_px))
    {
    case AREA_BEGIN:
      grab->fixed_ns = selection->end_ns;
      break;
    case AREA_END:
      grab->fixed_ns = selection->begin_ns;
      break;
    case AREA_ELSEWHERE:
      grab->keeps_rows = false;
      grab->fixed_ns = timeline_view_ns (timeline_scene_view (scene), grab->x_px);
      break;
    }
}

static void
move_area (const TimelineGrab *grab, TimelineScene *scene, double x_px, double y_px)
{
  const TimelineView *view = timeline_scene_view (scene);
  ViewState *state = timeline_scene_state (scene);
  int64_t time_ns = timeline_view_ns (view, CLAMP (x_px, 0, view->width_px));

  if (time_ns == grab->fixed_ns)
    return;
  if (grab->keeps_rows)
    {
      view_state_select_area_on (state, grab->fixed_ns, time_ns, view_state_selection (state)->tracks);
      return;
    }
  const TrackSet *tracks = area_rows_seen (view, grab->row, row_at (view, y_px));
  view_state_select_area_on (state, grab->fixed_ns, time_ns, tracks);
  track_set_unref (tracks);
}

static void
move_view (const TimelineGrab *grab, TimelineScene *scene, double dx_px, double dy_px)
{
  double width_px = MAX (timeline_scene_view (scene)->width_px, 1);
  double length_ns = (double) (grab->before.end_ns - grab->before.begin_ns);
  int64_t moved_ns = -llround (dx_px * length_ns / width_px);

  view_state_set_span (timeline_scene_state (scene), grab->before.begin_ns + moved_ns,
                       grab->before.end_ns + moved_ns);
  gtk_adjustment_set_value (timeline_scene_scroll (scene), grab->scroll_px - dy_px);
}

void
timeline_grab_move (TimelineGrab *grab, TimelineScene *scene, double dx_px, double dy_px)
{
  if (grab->kind == GRAB_CLICK && timeline_is_drag (dx_px, dy_px))
    begin_area (grab, scene);
  if (grab->kind == GRAB_AREA)
    move_area (grab, scene, grab->x_px + dx_px, grab->y_px + dy_px);
  else if (grab->kind == GRAB_PAN)
    move_view (grab, scene, dx_px, dy_px);
}

void
timeline_grab_pinch (const TimelineGrab *grab, TimelineScene *scene, double scale)
{
  double width_px = MAX (timeline_scene_view (scene)->width_px, 1);
  double length_ns = (double) (grab->before.end_ns - grab->before.begin_ns);
  double zoomed_ns = length_ns / fmax (scale, 1e-3);
  int64_t begin_ns = grab->before.begin_ns + llround ((length_ns - zoomed_ns) * grab->x_px / width_px);

  view_state_set_span (timeline_scene_state (scene), begin_ns, begin_ns + llround (zoomed_ns));
}
