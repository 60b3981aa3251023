/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/view_state.h"

#include <math.h>

#include "widgets/view_history.h"

/* Room at both sides of the whole profile, and of what is fitted into view. */
#define EDGE_SHARE 0.02
#define FIT_SHARE  0.10

/* A launch and its runs may be many; fitting looks at this many. */
#define RUNS_MAX 100000

struct _ViewState
{
  GObject parent_instance;

  const Profile *profile;
  ViewScope scope;
  ViewSelection selection;
  int64_t begin_ns, end_ns; /* in view */
  ViewMarks marks;
  BookmarkList *bookmarks;
  ViewHistory *history;
};

G_DEFINE_TYPE (ViewState, view_state, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PAGE_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const ViewScope scope_default = { .window = SCOPE_WHOLE, .rank = TRACE_NONE, .device = TRACE_NONE };
static const ViewSelection selection_none = { .kind = SELECTED_NOTHING, .slice = SLICE_NONE };

static void
view_state_finalize (GObject *object)
{
  g_object_unref (VIEW_STATE (object)->bookmarks);
  profile_unref (VIEW_STATE (object)->profile);
  track_set_unref (VIEW_STATE (object)->selection.tracks);
  view_marks_drop_all (&VIEW_STATE (object)->marks);
  view_history_free (VIEW_STATE (object)->history);
  G_OBJECT_CLASS (view_state_parent_class)->finalize (object);
}

static void
view_state_class_init (ViewStateClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = view_state_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_PAGE_WANTED] = g_signal_new ("page-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                              NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
view_state_init (ViewState *state)
{
  state->scope = scope_default;
  state->selection = selection_none;
}

static ViewSelection
selection_of_slice (const SliceColumns *slices, uint64_t slice)
{
  return (ViewSelection){ .kind = SELECTED_SLICE,
                          .slice = slice,
                          .device = TRACE_NONE,
                          .begin_ns = slice_start_ns (slices, slice),
                          .end_ns = slice_end_ns (slices, slice) };
}

static void
set_selection (ViewState *state, const ViewSelection *selection)
{
  const TrackSet *before = state->selection.tracks;

  track_set_ref (selection->tracks);
  state->selection = *selection;
  track_set_unref (before);
}

static ViewPlace
place_of (ViewState *state)
{
  bool has_slice = state->selection.kind == SELECTED_SLICE;

  return (ViewPlace){ state->begin_ns, state->end_ns, has_slice ? state->selection.slice : SLICE_NONE };
}

static void
emit_changed (ViewState *state, guint changes)
{
  ViewPlace place = place_of (state);

  if (changes & (VIEW_CHANGED_SPAN | VIEW_CHANGED_SELECTION))
    view_history_visit (state->history, &place, g_get_monotonic_time ());

  /* Numbers that follow the timeline or the selection change with them. */
  if (((changes & VIEW_CHANGED_SPAN) && state->scope.window == SCOPE_VIEW)
      || ((changes & VIEW_CHANGED_SELECTION) && state->scope.window == SCOPE_AREA))
    changes |= VIEW_CHANGED_SCOPE;
  g_signal_emit (state, signals[SIGNAL_CHANGED], 0, changes);
}

/* The widest span that may be shown. */
static void
find_bounds (ViewState *state, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  int64_t begin_ns = state->profile->begin_ns, end_ns = state->profile->end_ns;
  int64_t edge_ns = MAX ((int64_t) ((double) (end_ns - begin_ns) * EDGE_SHARE), VIEW_SPAN_MIN_NS);
  *ret_begin_ns = begin_ns - edge_ns;
  *ret_end_ns = end_ns + edge_ns;
}

/* Moves a span into the bounds, shortening it only where it is longer than they are. True: the view changed. */
static bool
place_span (ViewState *state, int64_t begin_ns, int64_t length_ns)
{
  int64_t low_ns, high_ns;

  find_bounds (state, &low_ns, &high_ns);
  length_ns = CLAMP (length_ns, VIEW_SPAN_MIN_NS, high_ns - low_ns);
  begin_ns = CLAMP (begin_ns, low_ns, high_ns - length_ns);
  if (begin_ns == state->begin_ns && begin_ns + length_ns == state->end_ns)
    return false;
  state->begin_ns = begin_ns;
  state->end_ns = begin_ns + length_ns;
  return true;
}

ViewState *
view_state_new (const Profile *profile)
{
  ViewState *state = g_object_new (VIEW_TYPE_STATE, NULL);

  state->profile = profile_ref (profile);
  state->bookmarks = bookmark_list_new (profile);
  place_span (state, profile->begin_ns, profile->end_ns - profile->begin_ns);
  ViewPlace place = place_of (state);
  state->history = view_history_new (&place);
  return state;
}

BookmarkList *
view_state_bookmarks (ViewState *state)
{
  return state->bookmarks;
}

const Profile *
view_state_profile (ViewState *state)
{
  return state->profile;
}

void
view_state_set_profile (ViewState *state, const Profile *profile)
{
  const Profile *before = state->profile;
  guint changes = VIEW_CHANGED_PROFILE;

  g_return_if_fail (profile->trace == before->trace);
  state->profile = profile_ref (profile);
  if (state->scope.window == SCOPE_STEPS)
    {
      state->scope.window = SCOPE_WHOLE;
      changes |= VIEW_CHANGED_SCOPE;
    }
  emit_changed (state, changes);
  profile_unref (before);
}

void
view_state_want_page (ViewState *state, ViewPage page)
{
  g_signal_emit (state, signals[SIGNAL_PAGE_WANTED], 0, (guint) page);
}

/* ---- scope ---- */

const ViewScope *
view_state_scope (ViewState *state)
{
  return &state->scope;
}

void
view_state_set_scope (ViewState *state, const ViewScope *scope)
{
  state->scope = *scope;
  emit_changed (state, VIEW_CHANGED_SCOPE);
}

bool
view_state_scope_is_default (ViewState *state)
{
  const ViewScope *scope = &state->scope;

  return scope->window == SCOPE_WHOLE && scope->rank == TRACE_NONE && scope->device == TRACE_NONE;
}

/* The room that the timeline has at its edges is no time of the profile. */
static void
clip_to_profile (StatsScope *stats)
{
  int64_t begin_ns, end_ns;

  trace_span (stats->trace, &begin_ns, &end_ns);
  stats->begin_ns = CLAMP (stats->begin_ns, begin_ns, end_ns);
  stats->end_ns = CLAMP (stats->end_ns, begin_ns, end_ns);
}

StatsScope
view_state_stats_scope (ViewState *state)
{
  const Profile *profile = state->profile;
  const ViewScope *scope = &state->scope;
  StatsScope stats = stats_scope_whole (profile->trace, profile->steps);

  if (scope->window == SCOPE_STEPS)
    stats = stats_scope_window (profile->trace, profile->steps,
                                &step_table_get (profile->steps, scope->first_step)->host_begin_ns,
                                &step_table_get (profile->steps, scope->last_step)->host_end_ns);
  else if (scope->window == SCOPE_VIEW)
    stats = stats_scope_window (profile->trace, profile->steps, &state->begin_ns, &state->end_ns);
  else if (scope->window == SCOPE_AREA && state->selection.kind != SELECTED_NOTHING)
    stats = stats_scope_window (profile->trace, profile->steps, &state->selection.begin_ns,
                                &state->selection.end_ns);
  if (scope->window == SCOPE_VIEW || scope->window == SCOPE_AREA)
    clip_to_profile (&stats);
  stats_scope_limit (&stats, scope->rank, scope->device);
  return stats;
}

/* ---- the span in view ---- */

void
view_state_span (ViewState *state, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  *ret_begin_ns = state->begin_ns;
  *ret_end_ns = state->end_ns;
}

void
view_state_set_span (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  if (place_span (state, begin_ns, end_ns - begin_ns))
    emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_fit_all (ViewState *state)
{
  view_state_set_span (state, state->profile->begin_ns, state->profile->end_ns);
}

void
view_state_zoom_at (ViewState *state, int64_t time_ns, double factor)
{
  int64_t low_ns, high_ns;
  double length = (double) (state->end_ns - state->begin_ns);

  find_bounds (state, &low_ns, &high_ns);
  double zoomed = CLAMP (length * factor, (double) VIEW_SPAN_MIN_NS, (double) (high_ns - low_ns));
  double before = (double) (time_ns - state->begin_ns) * (zoomed / length);
  if (place_span (state, time_ns - (int64_t) round (before), (int64_t) round (zoomed)))
    emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_pan (ViewState *state, double share)
{
  int64_t length_ns = state->end_ns - state->begin_ns;
  double distance = round ((double) length_ns * CLAMP (share, -1e3, 1e3));

  /* At the closest zoom a small share is less than a nanosecond. */
  if (distance == 0 && share != 0)
    distance = share > 0 ? 1 : -1;
  if (place_span (state, state->begin_ns + (int64_t) distance, length_ns))
    emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_centre (ViewState *state, int64_t time_ns)
{
  int64_t length_ns = state->end_ns - state->begin_ns;

  if (place_span (state, time_ns - length_ns / 2, length_ns))
    emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_fit (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  int64_t edge_ns = (int64_t) ((double) (end_ns - begin_ns) * FIT_SHARE);

  begin_ns -= edge_ns;
  end_ns += edge_ns;
  if (end_ns - begin_ns < VIEW_SPAN_MIN_NS)
    begin_ns -= (VIEW_SPAN_MIN_NS - (end_ns - begin_ns)) / 2;
  view_state_set_span (state, begin_ns, end_ns);
}

bool
view_state_go_in_history (ViewState *state, int by)
{
  ViewPlace place;
  guint changes = 0;

  if (!view_history_go (state->history, by, &place))
    return false;
  if (place_span (state, place.begin_ns, place.end_ns - place.begin_ns))
    changes |= VIEW_CHANGED_SPAN;
  if (place.slice != SLICE_NONE
      && (state->selection.kind != SELECTED_SLICE || state->selection.slice != place.slice))
    {
      ViewSelection selection = selection_of_slice (trace_slices (state->profile->trace), place.slice);

      set_selection (state, &selection);
      changes |= VIEW_CHANGED_SELECTION;
    }
  if (changes != 0)
    emit_changed (state, changes);
  return true;
}

/* ---- selection ---- */

const ViewSelection *
view_state_selection (ViewState *state)
{
  return &state->selection;
}

static void
select_this (ViewState *state, const ViewSelection *selection)
{
  set_selection (state, selection);
  emit_changed (state, VIEW_CHANGED_SELECTION);
}

void
view_state_clear_selection (ViewState *state)
{
  if (state->selection.kind != SELECTED_NOTHING)
    select_this (state, &selection_none);
}

void
view_state_select_slice (ViewState *state, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (state->profile->trace);

  g_return_if_fail (slice < slices->n);
  ViewSelection selection = selection_of_slice (slices, slice);
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
  if (place_span (state, middle_ns - length_ns / 2, length_ns))
    changes |= VIEW_CHANGED_SPAN;
  ViewSelection selection = selection_of_slice (slices, slice);

  set_selection (state, &selection);
  emit_changed (state, changes);
}

/* ---- kept areas and markers ---- */

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
  emit_changed (state, VIEW_CHANGED_MARKS);
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
  emit_changed (state, VIEW_CHANGED_MARKS);
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
  emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_drop_all_kept (ViewState *state)
{
  if (state->marks.n_kept == 0)
    return;
  view_marks_drop_all (&state->marks);
  emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_set_marker (ViewState *state, Marker marker, int64_t time_ns)
{
  time_ns = within_profile (state, time_ns);
  if (state->marks.has_marker[marker] && state->marks.marker_ns[marker] == time_ns)
    return;
  state->marks.has_marker[marker] = true;
  state->marks.marker_ns[marker] = time_ns;
  emit_changed (state, VIEW_CHANGED_MARKS);
}

void
view_state_clear_markers (ViewState *state)
{
  if (!state->marks.has_marker[MARKER_A] && !state->marks.has_marker[MARKER_B])
    return;
  state->marks.has_marker[MARKER_A] = state->marks.has_marker[MARKER_B] = false;
  emit_changed (state, VIEW_CHANGED_MARKS);
}

StatsScope
view_state_area_scope (ViewState *state, const ViewArea *area)
{
  const Profile *profile = state->profile;
  StatsScope stats = stats_scope_window (profile->trace, profile->steps, &area->begin_ns, &area->end_ns);

  clip_to_profile (&stats);
  stats_scope_limit (&stats, state->scope.rank, state->scope.device);
  stats.tracks = area->tracks;
  return stats;
}

/* ---- steps ---- */

uint32_t
view_state_step_rank (ViewState *state)
{
  const Trace *trace = state->profile->trace;
  const ViewScope *scope = &state->scope;
  uint32_t rank = scope->rank;
  uint64_t first;

  if (rank == TRACE_NONE && scope->device != TRACE_NONE)
    rank = trace_device (trace, scope->device)->rank;
  if (rank == TRACE_NONE && state->selection.kind == SELECTED_SLICE)
    rank = trace_track (trace, trace_track_of (trace, state->selection.slice))->rank;
  if (rank == TRACE_NONE && state->selection.kind == SELECTED_GAP)
    rank = trace_device (trace, state->selection.device)->rank;
  if (rank != TRACE_NONE && profile_steps_of_rank (state->profile, rank, &first) > 0)
    return rank;
  if (step_table_count (state->profile->steps) > 0 && scope->rank == TRACE_NONE)
    return step_table_get (state->profile->steps, 0)->rank;
  return rank != TRACE_NONE ? rank : 0;
}

uint64_t
view_state_current_step (ViewState *state)
{
  uint32_t rank = view_state_step_rank (state);
  int64_t middle_ns = state->begin_ns + (state->end_ns - state->begin_ns) / 2;
  uint64_t first, n = profile_steps_of_rank (state->profile, rank, &first);
  uint64_t best = UINT64_MAX;
  int64_t best_ns = INT64_MAX;

  for (uint64_t i = first; i < first + n; i++)
    {
      int64_t begin_ns, end_ns;

      profile_step_span (state->profile, i, &begin_ns, &end_ns);
      int64_t distance_ns = middle_ns < begin_ns  ? begin_ns - middle_ns
                            : middle_ns >= end_ns ? middle_ns - end_ns + 1
                                                  : 0;
      if (distance_ns < best_ns)
        {
          best = i;
          best_ns = distance_ns;
        }
    }
  return best;
}

void
view_state_go_to_step (ViewState *state, uint64_t step)
{
  int64_t begin_ns, end_ns;

  g_return_if_fail (step < step_table_count (state->profile->steps));
  profile_step_span (state->profile, step, &begin_ns, &end_ns);
  view_state_set_span (state, begin_ns, end_ns);
}

bool
view_state_walk_steps (ViewState *state, int by)
{
  uint64_t first, n = profile_steps_of_rank (state->profile, view_state_step_rank (state), &first);
  uint64_t current = view_state_current_step (state);
  int64_t begin_ns, end_ns;

  if (n == 0)
    return false;

  /* From a view of many steps the first key press goes to the step in the middle, not past it. */
  profile_step_span (state->profile, current, &begin_ns, &end_ns);
  double length_ns = (double) end_ns - (double) begin_ns;
  bool is_at_step = (double) begin_ns - (double) state->begin_ns <= length_ns
                    && (double) state->end_ns - (double) end_ns <= length_ns;
  if (is_at_step && by > 0 && current + 1 < first + n)
    current++;
  else if (is_at_step && by < 0 && current > first)
    current--;
  view_state_go_to_step (state, current);
  return true;
}

static int
compare_walls (const void *a, const void *b, void *user_data)
{
  const StepTable *steps = user_data;
  int64_t x = step_table_get (steps, *(const uint64_t *) a)->wall_ns;
  int64_t y = step_table_get (steps, *(const uint64_t *) b)->wall_ns;

  return x < y ? -1 : x > y;
}

/* Of the rank's whole steps by wall time: 0 the fastest, 0.5 the median, 1 the slowest. */
static uint64_t
find_by_wall (ViewState *state, double place)
{
  const StepTable *steps = state->profile->steps;
  uint64_t first, n = profile_steps_of_rank (state->profile, view_state_step_rank (state), &first);
  g_autofree uint64_t *order = g_new (uint64_t, n + 1);
  uint64_t n_whole = 0;

  for (uint64_t i = first; i < first + n; i++)
    if (!step_table_get (steps, i)->is_truncated)
      order[n_whole++] = i;
  if (n_whole == 0)
    return UINT64_MAX;
  g_qsort_with_data (order, (gint) n_whole, sizeof *order, compare_walls, (gpointer) (uintptr_t) steps);
  return order[(uint64_t) (place * (double) (n_whole - 1))];
}

uint64_t
view_state_slowest_step (ViewState *state)
{
  return find_by_wall (state, 1.0);
}

uint64_t
view_state_median_step (ViewState *state)
{
  return find_by_wall (state, 0.5);
}
