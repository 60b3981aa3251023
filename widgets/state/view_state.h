/* SPDX-License-Identifier: Apache-2.0
 *
 * What one window shows of one profile: the scope of all numbers, the time span in view, and the
 * selection. All pages read and change this one object, so changing page keeps all three.
 *
 * Main thread only. Signals:
 *   "changed" (ViewChange mask)   after every change, once per call
 *   "page-wanted" (ViewPage)      something that was clicked is shown on another page
 *   "search-wanted" (string)      all slices whose name has it in it are to be marked on the timeline
 *   "table-wanted" (string id, string filter)   a table of trace/stats/tables/stat_tables.h, with the rows that have
 *                                 filter in them */

#pragma once

#include <glib-object.h>
#include <stdbool.h>

#include "trace/stats/scope.h"
#include "widgets/state/bookmark_list.h"
#include "widgets/state/profile.h"
#include "widgets/state/rank_choice.h"
#include "widgets/state/view_marks.h"

#define VIEW_TYPE_STATE (view_state_get_type ())
G_DECLARE_FINAL_TYPE (ViewState, view_state, VIEW, STATE, GObject)

typedef enum
{
  VIEW_CHANGED_PROFILE = 1 << 0, /* other steps */
  VIEW_CHANGED_SCOPE = 1 << 1,
  VIEW_CHANGED_SPAN = 1 << 2,
  VIEW_CHANGED_SELECTION = 1 << 3,
  VIEW_CHANGED_MARKS = 1 << 4, /* kept areas, markers */
  VIEW_CHANGED_RANKS = 1 << 5, /* the ranks that the timeline shows */
} ViewChange;

typedef enum
{
  VIEW_PAGE_DASHBOARD,
  VIEW_PAGE_TIMELINE,
  VIEW_PAGE_TABLES,
  VIEW_PAGE_COMPARE,
  N_VIEW_PAGES
} ViewPage;

ViewState *view_state_new (const Profile *profile);
const Profile *view_state_profile (ViewState *state);

/* Sets the same trace with other steps. Scope windows made of steps fall back to the whole profile. */
void view_state_set_profile (ViewState *state, const Profile *profile);

void view_state_want_page (ViewState *state, ViewPage page);
void view_state_want_search (ViewState *state, const char *text);
void view_state_want_table (ViewState *state, const char *id, const char *filter);

/* Selects the slice on the timeline and shows it with half of its length on both sides. */
void view_state_want_slice (ViewState *state, uint64_t slice);

/* Returns the list of bookmarks, which is empty until they are loaded. Borrowed. */
BookmarkList *view_state_bookmarks (ViewState *state);

/* ---- scope ---- */

typedef enum
{
  SCOPE_WHOLE,
  SCOPE_STEPS,
  SCOPE_VIEW, /* follows the timeline */
  SCOPE_AREA, /* follows the selected area */
} ScopeWindow;

typedef struct
{
  ScopeWindow window;
  uint64_t first_step, last_step; /* for SCOPE_STEPS: indices into the step table, one rank, inclusive */
  uint32_t rank, device;          /* indices; TRACE_NONE means all */
} ViewScope;

const ViewScope *view_state_scope (ViewState *state);
void view_state_set_scope (ViewState *state, const ViewScope *scope);
bool view_state_scope_is_default (ViewState *state);

/* Returns the scope for statistics; its window is within the profile. Valid as long as the profile. */
StatsScope view_state_stats_scope (ViewState *state);

/* ---- the ranks that the timeline shows ---- */

/* Returns the ranks that the user chose, borrowed until the next change; NULL means all. They are part of the history. Numbers
 * do not depend on them. */
const RankChoice *view_state_ranks (ViewState *state);

/* Takes a reference. */
void view_state_set_ranks (ViewState *state, const RankChoice *ranks);

/* Shows these ranks in that span, as one change. */
void view_state_show_ranks (ViewState *state, const RankChoice *ranks, int64_t begin_ns, int64_t end_ns);

/* Returns whether the scope is one rank or device, which the timeline then shows in place of those chosen. */
bool view_state_ranks_are_of_scope (ViewState *state);

/* The number of ranks of the slowest. */
#define READY_RANKS_SLOWEST 4

typedef enum
{
  RANKS_ALL,
  RANKS_SLOWEST_IN_STEP, /* in the step in view (trace/ranks/slow_ranks.h) */
  RANKS_SLOWEST,         /* over all steps */
  RANKS_ONE_PER_NODE,    /* the first of each */
} ReadyRanks;

/* Returns false if the profile has one rank only, or the scope is one rank or device, or there are no steps. */
bool view_state_can_choose_ranks (ViewState *state, ReadyRanks ready);

/* Chooses them. Returns false, and changes nothing, if there are none. O(ranks log ranks + steps). */
bool view_state_choose_ranks (ViewState *state, ReadyRanks ready);

/* ---- the span in view ---- */

/* The span in view is at least VIEW_SPAN_MIN_NS and at most the whole profile with 2 % on both sides. */
#define VIEW_SPAN_MIN_NS 100

void view_state_span (ViewState *state, int64_t *ret_begin_ns, int64_t *ret_end_ns);
void view_state_set_span (ViewState *state, int64_t begin_ns, int64_t end_ns);
void view_state_fit_all (ViewState *state);

/* Sets the whole that can be shown, with 2 % on both sides, in place of the profile: for timelines that are shown on one
 * scale with others. The span in view moves into it. */
void view_state_set_whole (ViewState *state, int64_t begin_ns, int64_t end_ns);

/* Zooms in if factor < 1; time_ns keeps its position. */
void view_state_zoom_at (ViewState *state, int64_t time_ns, double factor);

/* Moves by a share of the span; > 0 is later. */
void view_state_pan (ViewState *state, double share);

/* Centres the time, as far as the edges of the profile allow, at the same zoom. */
void view_state_centre (ViewState *state, int64_t time_ns);

/* Shows [begin, end) with 10 % on both sides. */
void view_state_fit (ViewState *state, int64_t begin_ns, int64_t end_ns);

/* Shows the span at which the view rested before (by < 0), or the one that going back left (by > 0); see
 * widgets/state/view_history.h. The slice selected there is selected again. Returns false if there is
 * none. */
bool view_state_go_in_history (ViewState *state, int by);

/* ---- selection ---- */

typedef enum
{
  SELECTED_NOTHING,
  SELECTED_SLICE,
  SELECTED_GAP,  /* a time span in which a device was idle */
  SELECTED_AREA, /* a time span on some rows, or on all */
} SelectionKind;

typedef struct
{
  SelectionKind kind;
  uint64_t slice;           /* SELECTED_SLICE */
  uint32_t device;          /* SELECTED_GAP */
  int64_t begin_ns, end_ns; /* of all kinds; half open */
  const TrackSet *tracks;   /* SELECTED_AREA: the rows, valid while it is selected; NULL means all */
} ViewSelection;

/* Selecting a slice or a gap adds its rank to those that the user chose; choosing ranks leaves the selection as it is. */
const ViewSelection *view_state_selection (ViewState *state);
void view_state_clear_selection (ViewState *state);
void view_state_select_slice (ViewState *state, uint64_t slice);
void view_state_select_gap (ViewState *state, uint32_t device, int64_t begin_ns, int64_t end_ns);
void view_state_select_area (ViewState *state, int64_t begin_ns, int64_t end_ns);

/* Selects an area on the rows of some tracks. Takes a reference to tracks. */
void view_state_select_area_on (ViewState *state, int64_t begin_ns, int64_t end_ns, const TrackSet *tracks);

/* Fits the selection into view. Returns false if nothing is selected. */
bool view_state_fit_selection (ViewState *state);

/* Returns the span of the selected slice together with its launch, its runs, other slices that the file
 * connects it with (such as forward with backward), and partner, a slice or SLICE_NONE. Returns false if
 * there are none. */
bool
view_state_connection_span (ViewState *state, uint64_t partner, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* Fits that span into view. */
bool view_state_fit_connection (ViewState *state, uint64_t partner);

/* Selects the slice and centres it. */
void view_state_go_to_slice (ViewState *state, uint64_t slice);

/* ---- kept areas and markers ---- */

/* Valid until the next change. */
const ViewMarks *view_state_marks (ViewState *state);

/* Makes an area over all rows from the selection, or from the span in view if nothing is selected. Returns
 * false if the selection is already an area. */
bool view_state_mark_area (ViewState *state);

/* Returns whether the area that view_state_keep_area () would keep is already kept. */
bool view_state_is_kept (ViewState *state);

/* Keeps the selected area, or the one that view_state_mark_area () makes. Returns as view_marks_keep (). */
bool view_state_keep_area (ViewState *state);

/* Sets all marks at once, as they were left before. Markers outside the profile move to its edge. Copied. */
void view_state_set_marks (ViewState *state, const ViewMarks *marks);

/* Selects the i-th kept area. */
void view_state_select_kept (ViewState *state, int i);
void view_state_drop_kept (ViewState *state, int i);
void view_state_drop_all_kept (ViewState *state);

/* Sets a marker at a time, which is limited to the profile. */
void view_state_set_marker (ViewState *state, Marker marker, int64_t time_ns);
void view_state_clear_markers (ViewState *state);

/* Returns the scope of the statistics of an area: its window within the profile, its tracks, and the rank
 * and device of the view's scope. Valid as long as the tracks of the area. */
StatsScope view_state_area_scope (ViewState *state, const ViewArea *area);

/* ---- steps ---- */

/* Returns the rank whose steps are shown: that of the scope, or else of the selection if the timeline shows it, or else the
 * first rank with steps that it shows. */
uint32_t view_state_step_rank (ViewState *state);

/* Returns the step in view, or the one nearest to the middle of the view; UINT64_MAX if the rank has none. */
uint64_t view_state_current_step (ViewState *state);

/* Zooms to the step. */
void view_state_go_to_step (ViewState *state, uint64_t step);

/* Goes to the next (by = 1) or previous (-1) step of the rank, and stays at the last or first one. Returns
 * false if there are no steps. */
bool view_state_walk_steps (ViewState *state, int by);

/* Return the slowest step of the rank, truncated steps left out, and its median step as in a comparison
 * (trace/compare/side/compare_steps.h); UINT64_MAX if there is none. O(steps), O(steps log steps). */
uint64_t view_state_slowest_step (ViewState *state);
uint64_t view_state_median_step (ViewState *state);
