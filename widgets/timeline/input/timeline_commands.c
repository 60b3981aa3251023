/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_commands.h"

#include "widgets/timeline/input/collective_walk.h"
#include "widgets/timeline/rows/track_edit.h"
#include "widgets/timeline/scene/timeline_area.h"
#include <glib/gi18n-lib.h>

#include "widgets/timeline/scene/timeline_command_table.h"
#include "widgets/timeline/scene/timeline_bookmarks.h"
#include "widgets/timeline/scene/gap_before.h"

static uint64_t
selected_slice (ViewState *state)
{
  const ViewSelection *selection = view_state_selection (state);

  return selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
}

/* Selects a slice and moves the view only if the slice is outside. */
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

/* Returns SLICE_NONE if the connection leads nowhere. */
static uint64_t
end_of_flow (TimelineScene *scene, FlowWalk *walk, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (scene);
  const Trace *trace = view_state_profile (state)->trace;
  const SequencePairs *pairs = slice_relations_pairs (timeline_scene_relations (scene));
  uint64_t slice = selected_slice (state);

  if (slice == SLICE_NONE)
    return SLICE_NONE;
  if (command == TIMELINE_FOLLOW_BACK || command == TIMELINE_FOLLOW_FORWARD)
    return flow_walk_follow (walk, trace, pairs, slice, command == TIMELINE_FOLLOW_FORWARD);
  return flow_walk_other (walk, trace, pairs, slice, command == TIMELINE_OTHER_FLOW_FORWARD ? 1 : -1);
}

static bool
go_along_flow (TimelineScene *scene, FlowWalk *walk, TimelineCommand command)
{
  uint64_t end = end_of_flow (scene, walk, command);

  if (end == SLICE_NONE)
    return false;
  timeline_scene_go_to_slice (scene, end);
  return true;
}

static uint64_t
partner_of_selected (TimelineScene *scene)
{
  uint64_t slice = selected_slice (timeline_scene_state (scene));

  return slice != SLICE_NONE
           ? sequence_pairs_partner_of (slice_relations_pairs (timeline_scene_relations (scene)), slice)
           : SLICE_NONE;
}

/* The gap before the selected activity, or before what the selected call launched; with what ended it in view. */
static bool
explain_gap (TimelineScene *scene)
{
  ViewState *state = timeline_scene_state (scene);
  uint64_t slice = selected_slice (state);
  int64_t begin_ns, end_ns, gap_begin_ns, gap_end_ns;
  uint32_t device;

  if (slice == SLICE_NONE
      || !gap_before_slice (view_state_profile (state), slice, &device, &gap_begin_ns, &gap_end_ns))
    return false;
  view_state_span (state, &begin_ns, &end_ns);
  if (gap_begin_ns >= end_ns || gap_end_ns <= begin_ns)
    view_state_fit (state, gap_begin_ns, gap_end_ns);
  view_state_select_gap (state, device, gap_begin_ns, gap_end_ns);
  return true;
}

static bool
dim_others (SliceRelations *relations)
{
  slice_relations_set_dims_others (relations, !slice_relations_dims_others (relations));
  return true;
}

static bool
show_all_flows (SliceRelations *relations)
{
  slice_relations_set_shows_flows (relations, !slice_relations_shows_flows (relations));
  return true;
}

/* Clears the selection, or if there is none, the scope. */
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

/* The one the keyboard is on; from the canvas that of the selected slice. NULL: none that can be pinned. */
static const TimelineRow *
row_to_pin (TimelineScene *scene)
{
  const TrackTree *tree = timeline_scene_view (scene)->tree;
  uint64_t slice = selected_slice (timeline_scene_state (scene));
  uint32_t n_rows, row = slice != SLICE_NONE && !timeline_scene_has_row_focus (scene)
                           ? track_tree_row_of_slice (tree, slice)
                           : timeline_scene_focused_row (scene);
  const TimelineRow *rows = timeline_scene_rows (scene, &n_rows);

  return row < n_rows && track_edit_can_pin (tree, rows[row].line) ? &rows[row] : NULL;
}

static bool
pin_row (TimelineScene *scene)
{
  const TimelineRow *row = row_to_pin (scene);

  if (row == NULL)
    return false;
  track_edit_pin (timeline_scene_layout (scene), timeline_scene_view (scene)->tree, row->line,
                  !row->is_pinned);
  timeline_scene_layout_changed (scene);
  return true;
}

static bool
toggle (TimelineScene *scene, const char *property)
{
  gboolean is_on;

  g_object_get (scene, property, &is_on, NULL);
  g_object_set (scene, property, !is_on, NULL);
  return true;
}

static ReadyRanks
ready_ranks_of (TimelineCommand command)
{
  switch (command)
    {
    case TIMELINE_SLOWEST_RANKS_IN_STEP:
      return RANKS_SLOWEST_IN_STEP;
    case TIMELINE_SLOWEST_RANKS:
      return RANKS_SLOWEST;
    case TIMELINE_RANK_PER_NODE:
      return RANKS_ONE_PER_NODE;
    default:
      return RANKS_ALL;
    }
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
      return view_state_fit_connection (state, partner_of_selected (scene));
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
    case TIMELINE_SELECT_STEP:
      return timeline_area_select_step (scene);
    case TIMELINE_FOLLOW_BACK:
    case TIMELINE_FOLLOW_FORWARD:
    case TIMELINE_OTHER_FLOW_BACK:
    case TIMELINE_OTHER_FLOW_FORWARD:
      return go_along_flow (scene, walk, command);
    case TIMELINE_CLEAR:
      return clear (state);
    case TIMELINE_MARK_AREA:
      return view_state_mark_area (state);
    case TIMELINE_KEEP_AREA:
      return view_state_keep_area (state);
    case TIMELINE_DROP_KEPT_AREAS:
      view_state_drop_all_kept (state);
      return true;
    case TIMELINE_SET_MARKER_A:
    case TIMELINE_SET_MARKER_B:
      timeline_area_set_marker (scene, command == TIMELINE_SET_MARKER_A ? MARKER_A : MARKER_B);
      return true;
    case TIMELINE_CLEAR_MARKERS:
      view_state_clear_markers (state);
      return true;
    case TIMELINE_AREA_END_EARLIER:
    case TIMELINE_AREA_END_LATER:
      return timeline_area_move_edge (scene, AREA_END, command == TIMELINE_AREA_END_LATER ? 1 : -1);
    case TIMELINE_AREA_BEGIN_EARLIER:
    case TIMELINE_AREA_BEGIN_LATER:
      return timeline_area_move_edge (scene, AREA_BEGIN, command == TIMELINE_AREA_BEGIN_LATER ? 1 : -1);
    case TIMELINE_AREA_FEWER_ROWS:
    case TIMELINE_AREA_MORE_ROWS:
      return timeline_area_change_rows (scene, command == TIMELINE_AREA_MORE_ROWS ? 1 : -1);
    case TIMELINE_PIN_ROW:
      return pin_row (scene);
    case TIMELINE_OPEN_ALL_ROWS:
    case TIMELINE_CLOSE_ALL_ROWS:
      track_edit_fold_all (timeline_scene_layout (scene), timeline_scene_view (scene)->tree,
                           command == TIMELINE_OPEN_ALL_ROWS);
      timeline_scene_layout_changed (scene);
      return true;
    case TIMELINE_SHOW_HIDDEN_ROWS:
      track_edit_show_hidden (timeline_scene_layout (scene), timeline_scene_view (scene)->tree);
      timeline_scene_layout_changed (scene);
      return true;
    case TIMELINE_CHOOSE_RANKS:
      if (!view_state_can_choose_ranks (state, RANKS_ALL))
        return false;
      g_signal_emit_by_name (scene, "ranks-wanted");
      return true;
    case TIMELINE_SLOWEST_RANKS_IN_STEP:
    case TIMELINE_SLOWEST_RANKS:
    case TIMELINE_RANK_PER_NODE:
    case TIMELINE_ALL_RANKS:
      return view_state_choose_ranks (state, ready_ranks_of (command));
    case TIMELINE_COMPARE_RANKS:
      return timeline_scene_compare_ranks (scene);
    case TIMELINE_FILTER_ROWS:
      g_signal_emit_by_name (scene, "filter-wanted");
      return true;
    case TIMELINE_NEXT_BOOKMARK:
      return timeline_bookmarks_walk (scene, 1);
    case TIMELINE_PREVIOUS_BOOKMARK:
      return timeline_bookmarks_walk (scene, -1);
    case TIMELINE_NEXT_SAME_NAME:
      return slice_relations_walk_name (timeline_scene_relations (scene), 1);
    case TIMELINE_PREVIOUS_SAME_NAME:
      return slice_relations_walk_name (timeline_scene_relations (scene), -1);
    case TIMELINE_NEXT_RANK:
      return collective_walk (scene, 1);
    case TIMELINE_PREVIOUS_RANK:
      return collective_walk (scene, -1);
    case TIMELINE_LAST_RANK:
      return collective_walk_to_last (scene);
    case TIMELINE_DIM_OTHERS:
      return dim_others (timeline_scene_relations (scene));
    case TIMELINE_EXPLAIN_GAP:
      return explain_gap (scene);
    case TIMELINE_ALL_FLOWS:
      return show_all_flows (timeline_scene_relations (scene));
    case TIMELINE_COMPARE_STEPS:
      return view_state_current_step (state) != UINT64_MAX && toggle (scene, "compares-steps");
    case TIMELINE_CRITICAL_PATH:
      return timeline_scene_path_refusal (scene) == NULL && toggle (scene, "shows-path");
    case TIMELINE_BACK:
      return view_state_go_in_history (state, -1);
    case TIMELINE_FORWARD:
      return view_state_go_in_history (state, 1);
    default:
      return false;
    }
}

/* ---- refusals ---- */

static bool
can_follow (TimelineScene *scene, const FlowWalk *walk, TimelineCommand command)
{
  FlowWalk tried = *walk;
  int64_t begin_ns, end_ns;

  if (command == TIMELINE_FIT_CONNECTION)
    return view_state_connection_span (timeline_scene_state (scene), partner_of_selected (scene), &begin_ns,
                                       &end_ns);
  return end_of_flow (scene, &tried, command) != SLICE_NONE;
}

static const char *
refusal_of_ranks (ViewState *state, ReadyRanks ready)
{
  if (trace_n_ranks (view_state_profile (state)->trace) < 2)
    return _ ("This profile has one rank only");
  if (view_state_ranks_are_of_scope (state))
    return _ ("The scope is one rank; choose all ranks as the scope first");
  if (ready == RANKS_ALL)
    return NULL;
  return view_state_can_choose_ranks (state, ready)
           ? NULL
           : _ ("No steps in this file; choose an annotation to use as step");
}

/* Returns the refusal of commands whose condition is not in the table. */
static const char *
refusal_of_one (TimelineScene *scene, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (scene);
  const ViewMarks *marks = view_state_marks (state);

  switch (command)
    {
    case TIMELINE_MARK_AREA:
      return view_state_selection (state)->kind != SELECTED_AREA ? NULL
                                                                 : _ ("The selection is already an "
                                                                      "area");
    case TIMELINE_KEEP_AREA:
      return view_state_is_kept (state) ? _ ("The area is already kept") : NULL;
    case TIMELINE_DROP_KEPT_AREAS:
      return marks->n_kept > 0 ? NULL : _ ("No area is kept");
    case TIMELINE_CLEAR_MARKERS:
      return marks->has_marker[MARKER_A] || marks->has_marker[MARKER_B] ? NULL : _ ("No marker is set");
    case TIMELINE_NEXT_FOUND:
    case TIMELINE_PREVIOUS_FOUND:
      if (timeline_scene_found (scene) == NULL)
        return _ ("There are no matches to go through; search first");
      return search_result_n_hits (timeline_scene_found (scene)) > 0 ? NULL : _ ("No slice matches");
    case TIMELINE_NEXT_BOOKMARK:
    case TIMELINE_PREVIOUS_BOOKMARK:
      return timeline_bookmarks_next (scene, 1) != NULL ? NULL : _ ("There are no bookmarks");
    case TIMELINE_COUNTERPART:
      return timeline_scene_has_instant (scene) ? NULL
                                                : _ ("Only timelines of the Compare page have counterparts");
    case TIMELINE_CRITICAL_PATH:
      return timeline_scene_path_refusal (scene);
    case TIMELINE_NEXT_RANK:
    case TIMELINE_PREVIOUS_RANK:
      return collective_walk_refusal (scene);
    case TIMELINE_LAST_RANK:
      return collective_walk_to_last_refusal (scene);
    case TIMELINE_CHOOSE_RANKS:
    case TIMELINE_SLOWEST_RANKS_IN_STEP:
    case TIMELINE_SLOWEST_RANKS:
    case TIMELINE_RANK_PER_NODE:
    case TIMELINE_ALL_RANKS:
      return refusal_of_ranks (state, ready_ranks_of (command));
    case TIMELINE_COMPARE_RANKS:
      return refusal_of_ranks (state, RANKS_SLOWEST_IN_STEP);
    case TIMELINE_PIN_ROW:
      return row_to_pin (scene) != NULL ? NULL : _ ("No row that can be pinned is selected");
    default:
      return NULL;
    }
}

const char *
timeline_command_refusal (TimelineScene *scene, const FlowWalk *walk, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (scene);
  bool has_selection = view_state_selection (state)->kind != SELECTED_NOTHING;
  bool has_slice = selected_slice (state) != SLICE_NONE;

  switch (timeline_command_line (command)->need)
    {
    case NEEDS_SELECTION:
      return has_selection ? NULL : _ ("Nothing is selected");
    case NEEDS_SLICE:
      return has_slice ? refusal_of_one (scene, command) : _ ("No slice is selected");
    case NEEDS_CONNECTION:
      if (!has_slice)
        return _ ("No slice is selected");
      return can_follow (scene, walk, command) ? NULL : _ ("The selection has no connections");
    case NEEDS_STEPS:
      return view_state_current_step (state) != UINT64_MAX
               ? NULL
               : _ ("No steps in this file; choose an annotation to use as step");
    case NEEDS_NARROWING:
      return has_selection || !view_state_scope_is_default (state) ? NULL : _ ("Nothing is selected");
    default:
      return refusal_of_one (scene, command);
    }
}
