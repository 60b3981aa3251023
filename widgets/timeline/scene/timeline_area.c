/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_area.h"

#include "widgets/timeline/view/area_rows.h"
#include "widgets/timeline/view/marker_snap.h"

#define STEPS_PER_VIEW 100

/* Returns false if no selection can become an area. */
static bool
make_area (ViewState *state)
{
  if (view_state_selection (state)->kind == SELECTED_NOTHING)
    return false;
  view_state_mark_area (state);
  return true;
}

bool
timeline_area_move_edge (TimelineScene *scene, AreaEdge edge, int by)
{
  ViewState *state = timeline_scene_state (scene);
  const Profile *profile = view_state_profile (state);
  int64_t view_begin_ns, view_end_ns;

  if (!make_area (state))
    return false;
  const ViewSelection *area = view_state_selection (state);
  int64_t begin_ns = area->begin_ns, end_ns = area->end_ns;
  view_state_span (state, &view_begin_ns, &view_end_ns);
  int64_t step_ns = MAX ((view_end_ns - view_begin_ns) / STEPS_PER_VIEW, 1) * by;
  if (edge == AREA_BEGIN)
    begin_ns = MIN (MAX (begin_ns + step_ns, profile->begin_ns), end_ns - 1);
  else
    end_ns = MAX (MIN (end_ns + step_ns, profile->end_ns), begin_ns + 1);
  view_state_select_area_on (state, begin_ns, end_ns, area->tracks);
  return true;
}

/* Returns the first row to select when an area covers all rows: the focused row, or the first in view with a track. */
static uint32_t
first_row (TimelineScene *scene)
{
  const TimelineView *view = timeline_scene_view (scene);
  uint32_t n, row = timeline_scene_focused_row (scene);
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  if (row < n)
    return row;
  for (row = timeline_view_first_row (view); row != UINT32_MAX; row = timeline_view_next_row (view, row))
    if (rows[row].kind != ROW_GROUP && rows[row].kind != ROW_NOTE)
      break;
  return MIN (row, n - 1);
}

bool
timeline_area_change_rows (TimelineScene *scene, int by)
{
  ViewState *state = timeline_scene_state (scene);
  const TimelineView *view = timeline_scene_view (scene);

  if (!make_area (state))
    return false;
  const ViewSelection *area = view_state_selection (state);
  const TrackSet *tracks =
    area_rows_grow (view->tree, view->profile->trace, area->tracks, first_row (scene), by);
  view_state_select_area_on (state, area->begin_ns, area->end_ns, tracks);
  track_set_unref (tracks);
  return true;
}

uint64_t
timeline_area_step_of_selection (ViewState *state)
{
  const ViewSelection *selection = view_state_selection (state);
  const Trace *trace = view_state_profile (state)->trace;
  uint32_t rank = view_state_step_rank (state);
  int64_t time_ns = selection->begin_ns;

  if (selection->kind == SELECTED_NOTHING)
    return UINT64_MAX;
  if (selection->kind == SELECTED_SLICE)
    {
      uint64_t launch = trace_launch_of (trace, selection->slice);

      if (launch != SLICE_NONE)
        time_ns = slice_start_ns (trace_slices (trace), launch);
    }
  return profile_step_at (view_state_profile (state), rank, time_ns);
}

void
timeline_area_select_this_step (ViewState *state, uint64_t step)
{
  int64_t begin_ns, end_ns, view_begin_ns, view_end_ns;

  profile_step_span (view_state_profile (state), step, &begin_ns, &end_ns);
  view_state_span (state, &view_begin_ns, &view_end_ns);
  view_state_select_area (state, begin_ns, end_ns);
  if (begin_ns < view_begin_ns || end_ns > view_end_ns)
    view_state_fit_selection (state);
}

bool
timeline_area_select_step (TimelineScene *scene)
{
  ViewState *state = timeline_scene_state (scene);
  uint64_t step = timeline_area_step_of_selection (state);

  if (step == UINT64_MAX)
    step = view_state_current_step (state);
  if (step == UINT64_MAX)
    return false;
  timeline_area_select_this_step (state, step);
  return true;
}

void
timeline_area_set_marker_at (TimelineScene *scene, Marker marker, double x_px, bool snaps)
{
  const TimelineView *view = timeline_scene_view (scene);
  int64_t time_ns = timeline_view_ns (view, CLAMP (x_px, 0, view->width_px));

  view_state_set_marker (timeline_scene_state (scene), marker, snaps ? marker_snap (view, time_ns) : time_ns);
}

void
timeline_area_set_marker (TimelineScene *scene, Marker marker)
{
  ViewState *state = timeline_scene_state (scene);
  const ViewSelection *selection = view_state_selection (state);
  int64_t begin_ns, end_ns;

  if (selection->kind == SELECTED_NOTHING)
    {
      view_state_span (state, &begin_ns, &end_ns);
      begin_ns = end_ns = begin_ns + (end_ns - begin_ns) / 2;
    }
  else
    {
      begin_ns = selection->begin_ns;
      end_ns = selection->end_ns;
    }
  view_state_set_marker (state, marker, marker == MARKER_A ? begin_ns : end_ns);
}
