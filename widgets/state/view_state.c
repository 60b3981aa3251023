/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_state.h"

#include <math.h>

#include "widgets/state/view_state_private.h"

/* Room at both sides of the whole profile, and of what is fitted into view. */
#define EDGE_SHARE 0.02
#define FIT_SHARE  0.10

G_DEFINE_TYPE (ViewState, view_state, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PAGE_WANTED,
  SIGNAL_SEARCH_WANTED,
  SIGNAL_TABLE_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const ViewScope scope_default = { .window = SCOPE_WHOLE, .rank = TRACE_NONE, .device = TRACE_NONE };

static void
view_state_finalize (GObject *object)
{
  g_object_unref (VIEW_STATE (object)->bookmarks);
  profile_unref (VIEW_STATE (object)->profile);
  track_set_unref (VIEW_STATE (object)->selection.tracks);
  view_marks_drop_all (&VIEW_STATE (object)->marks);
  view_history_free (VIEW_STATE (object)->history);
  rank_choice_unref (VIEW_STATE (object)->ranks);
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
  signals[SIGNAL_SEARCH_WANTED] = g_signal_new ("search-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_TABLE_WANTED] =
    g_signal_new ("table-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
view_state_init (ViewState *state)
{
  state->scope = scope_default;
  state->selection = view_selection_none;
}

static ViewPlace
place_of (ViewState *state)
{
  bool has_slice = state->selection.kind == SELECTED_SLICE;

  return (ViewPlace){ state->begin_ns, state->end_ns, has_slice ? state->selection.slice : SLICE_NONE,
                      state->ranks };
}

void
view_state_emit_changed (ViewState *state, guint changes)
{
  ViewPlace place = place_of (state);

  if (changes & (VIEW_CHANGED_SPAN | VIEW_CHANGED_SELECTION | VIEW_CHANGED_RANKS))
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
  int64_t begin_ns = state->first_ns, end_ns = state->last_ns;
  int64_t edge_ns = MAX ((int64_t) ((double) (end_ns - begin_ns) * EDGE_SHARE), VIEW_SPAN_MIN_NS);
  *ret_begin_ns = begin_ns - edge_ns;
  *ret_end_ns = end_ns + edge_ns;
}

bool
view_state_place_span (ViewState *state, int64_t begin_ns, int64_t length_ns)
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
  state->first_ns = profile->begin_ns;
  state->last_ns = profile->end_ns;
  view_state_place_span (state, profile->begin_ns, profile->end_ns - profile->begin_ns);
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
  view_state_emit_changed (state, changes);
  profile_unref (before);
}

void
view_state_want_page (ViewState *state, ViewPage page)
{
  g_signal_emit (state, signals[SIGNAL_PAGE_WANTED], 0, (guint) page);
}

void
view_state_want_search (ViewState *state, const char *text)
{
  g_signal_emit (state, signals[SIGNAL_SEARCH_WANTED], 0, text);
}

void
view_state_want_table (ViewState *state, const char *id, const char *filter)
{
  g_signal_emit (state, signals[SIGNAL_TABLE_WANTED], 0, id, filter);
}

void
view_state_want_slice (ViewState *state, uint64_t slice)
{
  view_state_select_slice (state, slice);
  const ViewSelection *selection = view_state_selection (state);
  int64_t room_ns = (selection->end_ns - selection->begin_ns) / 2;
  view_state_fit (state, selection->begin_ns - room_ns, selection->end_ns + room_ns);
  view_state_want_page (state, VIEW_PAGE_TIMELINE);
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
  view_state_emit_changed (state, VIEW_CHANGED_SCOPE);
}

bool
view_state_scope_is_default (ViewState *state)
{
  const ViewScope *scope = &state->scope;

  return scope->window == SCOPE_WHOLE && scope->rank == TRACE_NONE && scope->device == TRACE_NONE;
}

void
view_state_clip (StatsScope *stats)
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
    view_state_clip (&stats);
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
  if (view_state_place_span (state, begin_ns, end_ns - begin_ns))
    view_state_emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_fit_all (ViewState *state)
{
  view_state_set_span (state, state->first_ns, state->last_ns);
}

void
view_state_set_whole (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  state->first_ns = begin_ns;
  state->last_ns = MAX (end_ns, begin_ns);
  view_state_set_span (state, state->begin_ns, state->end_ns);
}

void
view_state_zoom_at (ViewState *state, int64_t time_ns, double factor)
{
  int64_t low_ns, high_ns;
  double length = (double) (state->end_ns - state->begin_ns);

  find_bounds (state, &low_ns, &high_ns);
  double zoomed = CLAMP (length * factor, (double) VIEW_SPAN_MIN_NS, (double) (high_ns - low_ns));
  double before = (double) (time_ns - state->begin_ns) * (zoomed / length);
  if (view_state_place_span (state, time_ns - (int64_t) round (before), (int64_t) round (zoomed)))
    view_state_emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_pan (ViewState *state, double share)
{
  int64_t length_ns = state->end_ns - state->begin_ns;
  double distance = round ((double) length_ns * CLAMP (share, -1e3, 1e3));

  /* At the closest zoom a small share is less than a nanosecond. */
  if (distance == 0 && share != 0)
    distance = share > 0 ? 1 : -1;
  if (view_state_place_span (state, state->begin_ns + (int64_t) distance, length_ns))
    view_state_emit_changed (state, VIEW_CHANGED_SPAN);
}

void
view_state_centre (ViewState *state, int64_t time_ns)
{
  int64_t length_ns = state->end_ns - state->begin_ns;

  if (view_state_place_span (state, time_ns - length_ns / 2, length_ns))
    view_state_emit_changed (state, VIEW_CHANGED_SPAN);
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
  changes |= view_state_take_ranks (state, place.ranks);
  if (view_state_place_span (state, place.begin_ns, place.end_ns - place.begin_ns))
    changes |= VIEW_CHANGED_SPAN;
  if (place.slice != SLICE_NONE
      && (state->selection.kind != SELECTED_SLICE || state->selection.slice != place.slice))
    {
      ViewSelection selection = view_selection_of_slice (trace_slices (state->profile->trace), place.slice);

      view_state_take_selection (state, &selection);
      changes |= VIEW_CHANGED_SELECTION;
    }
  if (changes != 0)
    view_state_emit_changed (state, changes);
  return true;
}
