/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_state_private.h"

const ViewMarks *
view_state_marks (ViewState *state)
{
  return &state->marks;
}

bool
view_state_mark_area (ViewState *state)
{
  const ViewSelection *selection = &state->selection;
  bool is_any = selection->kind != SELECTED_NOTHING;

  if (selection->kind == SELECTED_AREA)
    return false;
  view_state_select_area (state, is_any ? selection->begin_ns : state->begin_ns,
                          is_any ? selection->end_ns : state->end_ns);
  return true;
}

/* What would become one. */
static ViewArea
area_of_selection (ViewState *state)
{
  const ViewSelection *selection = &state->selection;

  if (selection->kind == SELECTED_NOTHING)
    return (ViewArea){ state->begin_ns, state->end_ns, NULL };
  return (ViewArea){ selection->begin_ns, selection->end_ns,
                     selection->kind == SELECTED_AREA ? selection->tracks : NULL };
}

bool
view_state_is_kept (ViewState *state)
{
  ViewArea area = area_of_selection (state);

  return view_marks_holds (&state->marks, &area);
}

bool
view_state_keep_area (ViewState *state)
{
  const ViewSelection *selection = &state->selection;

  view_state_mark_area (state);
  if (!view_marks_keep (&state->marks,
                        &(ViewArea){ selection->begin_ns, selection->end_ns, selection->tracks }))
    return false;
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
  return true;
}

static int64_t
within_profile (ViewState *state, int64_t time_ns)
{
  return CLAMP (time_ns, state->profile->begin_ns, state->profile->end_ns);
}

void
view_state_set_marks (ViewState *state, const ViewMarks *marks)
{
  view_marks_drop_all (&state->marks);
  for (int i = 0; i < marks->n_kept; i++)
    view_marks_keep (&state->marks, &marks->kept[i]);
  for (int i = 0; i < N_MARKERS; i++)
    {
      state->marks.has_marker[i] = marks->has_marker[i];
      state->marks.marker_ns[i] = within_profile (state, marks->marker_ns[i]);
    }
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_select_kept (ViewState *state, int i)
{
  g_return_if_fail (i >= 0 && i < state->marks.n_kept);
  ViewArea area = state->marks.kept[i];
  view_state_select_area_on (state, area.begin_ns, area.end_ns, area.tracks);
}

void
view_state_drop_kept (ViewState *state, int i)
{
  g_return_if_fail (i >= 0 && i < state->marks.n_kept);
  view_marks_drop (&state->marks, i);
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_drop_all_kept (ViewState *state)
{
  if (state->marks.n_kept == 0)
    return;
  view_marks_drop_all (&state->marks);
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_set_marker (ViewState *state, Marker marker, int64_t time_ns)
{
  time_ns = within_profile (state, time_ns);
  if (state->marks.has_marker[marker] && state->marks.marker_ns[marker] == time_ns)
    return;
  state->marks.has_marker[marker] = true;
  state->marks.marker_ns[marker] = time_ns;
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_clear_markers (ViewState *state)
{
  if (!state->marks.has_marker[MARKER_A] && !state->marks.has_marker[MARKER_B])
    return;
  state->marks.has_marker[MARKER_A] = state->marks.has_marker[MARKER_B] = false;
  view_state_emit_changed (state, VIEW_CHANGED_MARKS);
}

StatsScope
view_state_area_scope (ViewState *state, const ViewArea *area)
{
  const Profile *profile = state->profile;
  StatsScope stats = stats_scope_window (profile->trace, profile->steps, &area->begin_ns, &area->end_ns);

  view_state_clip (&stats);
  stats_scope_limit (&stats, state->scope.rank, state->scope.device);
  stats.tracks = area->tracks;
  return stats;
}
