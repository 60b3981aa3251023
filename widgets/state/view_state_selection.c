/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_state_private.h"

/* A launch and its runs may be many; fitting looks at this many. */
#define RUNS_MAX 100000

const ViewSelection view_selection_none = { .kind = SELECTED_NOTHING, .slice = SLICE_NONE };

ViewSelection
view_selection_of_slice (const SliceColumns *slices, uint64_t slice)
{
  return (ViewSelection){ .kind = SELECTED_SLICE,
                          .slice = slice,
                          .device = TRACE_NONE,
                          .begin_ns = slice_start_ns (slices, slice),
                          .end_ns = slice_end_ns (slices, slice) };
}

void
view_state_take_selection (ViewState *state, const ViewSelection *selection)
{
  const TrackSet *before = state->selection.tracks;

  track_set_ref (selection->tracks);
  state->selection = *selection;
  track_set_unref (before);
}

static guint
show_rank_of (ViewState *state, const ViewSelection *selection)
{
  const Trace *trace = state->profile->trace;
  uint32_t rank = TRACE_NONE;

  if (state->ranks == NULL)
    return 0;
  if (selection->kind == SELECTED_SLICE)
    rank = trace_track (trace, trace_track_of (trace, selection->slice))->rank;
  else if (selection->kind == SELECTED_GAP)
    rank = trace_device (trace, selection->device)->rank;
  return rank != TRACE_NONE ? view_state_take_rank (state, rank) : 0;
}

const ViewSelection *
view_state_selection (ViewState *state)
{
  return &state->selection;
}

static void
select_this (ViewState *state, const ViewSelection *selection)
{
  guint changes = show_rank_of (state, selection);

  view_state_take_selection (state, selection);
  view_state_emit_changed (state, changes | VIEW_CHANGED_SELECTION);
}

void
view_state_clear_selection (ViewState *state)
{
  if (state->selection.kind != SELECTED_NOTHING)
    select_this (state, &view_selection_none);
}

void
view_state_select_slice (ViewState *state, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (state->profile->trace);

  g_return_if_fail (slice < slices->n);
  ViewSelection selection = view_selection_of_slice (slices, slice);
  select_this (state, &selection);
}

void
view_state_select_gap (ViewState *state, uint32_t device, int64_t begin_ns, int64_t end_ns)
{
  select_this (
    state,
    &(ViewSelection){
      .kind = SELECTED_GAP, .slice = SLICE_NONE, .device = device, .begin_ns = begin_ns, .end_ns = end_ns });
}

void
view_state_select_area (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  view_state_select_area_on (state, begin_ns, end_ns, NULL);
}

void
view_state_select_area_on (ViewState *state, int64_t begin_ns, int64_t end_ns, const TrackSet *tracks)
{
  select_this (state, &(ViewSelection){ .kind = SELECTED_AREA,
                                        .slice = SLICE_NONE,
                                        .device = TRACE_NONE,
                                        .begin_ns = MIN (begin_ns, end_ns),
                                        .end_ns = MAX (begin_ns, end_ns),
                                        .tracks = tracks });
}

bool
view_state_fit_selection (ViewState *state)
{
  if (state->selection.kind == SELECTED_NOTHING)
    return false;
  view_state_fit (state, state->selection.begin_ns, state->selection.end_ns);
  return true;
}

void
view_state_go_to_slice (ViewState *state, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (state->profile->trace);
  guint changes = VIEW_CHANGED_SELECTION;

  g_return_if_fail (slice < slices->n);
  int64_t length_ns = state->end_ns - state->begin_ns;
  int64_t middle_ns = slice_start_ns (slices, slice) + slice_dur_ns (slices, slice) / 2;

  /* A slice wider than the view is shown from its start on. */
  if (slice_dur_ns (slices, slice) > length_ns)
    middle_ns = slice_start_ns (slices, slice) + length_ns / 2 - length_ns / 10;
  if (view_state_place_span (state, middle_ns - length_ns / 2, length_ns))
    changes |= VIEW_CHANGED_SPAN;
  ViewSelection selection = view_selection_of_slice (slices, slice);

  changes |= show_rank_of (state, &selection);
  view_state_take_selection (state, &selection);
  view_state_emit_changed (state, changes);
}

/* ---- what the selected slice is connected with ---- */

static void
extend (const SliceColumns *slices, uint64_t slice, int64_t *begin_ns, int64_t *end_ns)
{
  *begin_ns = MIN (*begin_ns, slice_start_ns (slices, slice));
  *end_ns = MAX (*end_ns, slice_end_ns (slices, slice));
}

bool
view_state_connection_span (ViewState *state, uint64_t partner, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  const Trace *trace = state->profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t slice = state->selection.slice, first;
  int64_t begin_ns = state->selection.begin_ns, end_ns = state->selection.end_ns;
  bool found = partner != SLICE_NONE;

  if (state->selection.kind != SELECTED_SLICE)
    return false;
  if (found)
    extend (slices, partner, &begin_ns, &end_ns);
  uint64_t launch = trace_launch_of (trace, slice);
  if (launch != SLICE_NONE)
    {
      extend (slices, launch, &begin_ns, &end_ns);
      found = true;
    }
  uint64_t n = trace_flows_to (trace, slice, &first);
  for (uint64_t i = first; i < first + MIN (n, RUNS_MAX); i++)
    if (trace_flow_into (trace, i).kind == FLOW_OF_FILE)
      {
        extend (slices, trace_flow_into (trace, i).from, &begin_ns, &end_ns);
        found = true;
      }
  n = trace_flows_from (trace, slice, &first);
  for (uint64_t i = first; i < first + MIN (n, RUNS_MAX); i++)
    if (trace_flow (trace, i).kind != FLOW_SYNC)
      {
        extend (slices, trace_flow (trace, i).to, &begin_ns, &end_ns);
        found = true;
      }
  *ret_begin_ns = begin_ns;
  *ret_end_ns = end_ns;
  return found;
}

bool
view_state_fit_connection (ViewState *state, uint64_t partner)
{
  int64_t begin_ns, end_ns;

  if (!view_state_connection_span (state, partner, &begin_ns, &end_ns))
    return false;
  view_state_fit (state, begin_ns, end_ns);
  return true;
}
