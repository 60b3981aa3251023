/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_commands.h"

static uint64_t
selected_slice (ViewState *state)
{
  const ViewSelection *selection = view_state_selection (state);

  return selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
}

/* Selects it; moves the view only when it lies outside. */
static void
show_slice (ViewState *state, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (view_state_profile (state)->trace);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  if (slice_start_ns (slices, slice) >= end_ns || slice_end_ns (slices, slice) < begin_ns)
    view_state_go_to_slice (state, slice);
  else
    view_state_select_slice (state, slice);
}

static bool
walk_slices (TimelineScene *scene, int dx, int dy)
{
  ViewState *state = timeline_scene_state (scene);
  uint64_t next = timeline_view_neighbour (timeline_scene_view (scene), selected_slice (state), dx, dy);

  if (next != SLICE_NONE)
    show_slice (state, next);
  return true;
}

static bool
scroll_pages (TimelineScene *scene, double pages)
{
  GtkAdjustment *scroll = timeline_scene_scroll (scene);

  gtk_adjustment_set_value (scroll, gtk_adjustment_get_value (scroll)
                                      + pages * gtk_adjustment_get_page_increment (scroll));
  return true;
}

static bool
go_to_step (ViewState *state, uint64_t step)
{
  if (step == UINT64_MAX)
    return false;
  view_state_go_to_step (state, step);
  return true;
}

static bool
go_along_flow (TimelineScene *scene, FlowWalk *walk, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (scene);
  const Trace *trace = view_state_profile (state)->trace;
  uint64_t slice = selected_slice (state), end;

  if (slice == SLICE_NONE)
    return false;
  if (command == TIMELINE_FOLLOW_BACK || command == TIMELINE_FOLLOW_FORWARD)
    end = flow_walk_follow (walk, trace, slice, command == TIMELINE_FOLLOW_FORWARD);
  else
    end = flow_walk_other (walk, trace, slice, command == TIMELINE_OTHER_FLOW_FORWARD ? 1 : -1);
  if (end == SLICE_NONE)
    return false;
  timeline_scene_go_to_slice (scene, end);
  return true;
}

/* First the selection, then the scope. */
static bool
clear (ViewState *state)
{
  ViewScope scope = { .window = SCOPE_WHOLE, .rank = TRACE_NONE, .device = TRACE_NONE };

  if (view_state_selection (state)->kind != SELECTED_NOTHING)
    view_state_clear_selection (state);
  else if (!view_state_scope_is_default (state))
    view_state_set_scope (state, &scope);
  else
    return false;
  return true;
}

static bool
toggle_comparison (TimelineScene *scene)
{
  gboolean compares;

  g_object_get (scene, "compares-steps", &compares, NULL);
  g_object_set (scene, "compares-steps", !compares, NULL);
  return true;
}

bool
timeline_command_run (TimelineScene *scene, FlowWalk *walk, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (scene);

  switch (command)
    {
    case TIMELINE_WALK_LEFT:
      return walk_slices (scene, -1, 0);
    case TIMELINE_WALK_RIGHT:
      return walk_slices (scene, 1, 0);
    case TIMELINE_WALK_UP:
      return walk_slices (scene, 0, -1);
    case TIMELINE_WALK_DOWN:
      return walk_slices (scene, 0, 1);
    case TIMELINE_SCROLL_UP:
      return scroll_pages (scene, -1);
    case TIMELINE_SCROLL_DOWN:
      return scroll_pages (scene, 1);
    case TIMELINE_FIT_SELECTION:
      return view_state_fit_selection (state);
    case TIMELINE_FIT_CONNECTION:
      return view_state_fit_connection (state);
    case TIMELINE_FIT_ALL:
      view_state_fit_all (state);
      return true;
    case TIMELINE_PREVIOUS_STEP:
      return view_state_walk_steps (state, -1);
    case TIMELINE_NEXT_STEP:
      return view_state_walk_steps (state, 1);
    case TIMELINE_SLOWEST_STEP:
      return go_to_step (state, view_state_slowest_step (state));
    case TIMELINE_MEDIAN_STEP:
      return go_to_step (state, view_state_median_step (state));
    case TIMELINE_FOLLOW_BACK:
    case TIMELINE_FOLLOW_FORWARD:
    case TIMELINE_OTHER_FLOW_BACK:
    case TIMELINE_OTHER_FLOW_FORWARD:
      return go_along_flow (scene, walk, command);
    case TIMELINE_CLEAR:
      return clear (state);
    case TIMELINE_COMPARE_STEPS:
      return toggle_comparison (scene);
    case TIMELINE_BACK:
      return view_state_go_in_history (state, -1);
    case TIMELINE_FORWARD:
      return view_state_go_in_history (state, 1);
    default:
      return false;
    }
}
