/* SPDX-License-Identifier: Apache-2.0
 *
 * What one window shows of one profile: the scope of all numbers, the span of time in view, and what is selected.
 * Every page reads and changes this one object, so that changing page never changes what is looked at.
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
} ViewChange;

typedef enum
{
  VIEW_PAGE_DASHBOARD,
  VIEW_PAGE_TIMELINE,
  VIEW_PAGE_TABLES,
  N_VIEW_PAGES
} ViewPage;

ViewState *view_state_new (const Profile *profile);
const Profile *view_state_profile (ViewState *state);

/* The same trace with other steps. Scope windows made of steps fall back to the whole profile. */
void view_state_set_profile (ViewState *state, const Profile *profile);

void view_state_want_page (ViewState *state, ViewPage page);
void view_state_want_search (ViewState *state, const char *text);
void view_state_want_table (ViewState *state, const char *id, const char *filter);

/* Selects the slice on the timeline, with half of its length around it. */
void view_state_want_slice (ViewState *state, uint64_t slice);

/* Empty until somebody loads it. Borrowed. */
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
  uint64_t first_step, last_step; /* of SCOPE_STEPS: indices of the step table, one rank, inclusive */
  uint32_t rank, device;          /* indices; TRACE_NONE: all */
} ViewScope;

const ViewScope *view_state_scope (ViewState *state);
void view_state_set_scope (ViewState *state, const ViewScope *scope);
bool view_state_scope_is_default (ViewState *state);

/* For statistics; its window is within the profile. Valid as long as the profile. */
StatsScope view_state_stats_scope (ViewState *state);

/* ---- the span in view ---- */

/* Never empty; at least VIEW_SPAN_MIN_NS, at most all there is to see with 2 % at both sides. */
#define VIEW_SPAN_MIN_NS 100

void view_state_span (ViewState *state, int64_t *ret_begin_ns, int64_t *ret_end_ns);
void view_state_set_span (ViewState *state, int64_t begin_ns, int64_t end_ns);
void view_state_fit_all (ViewState *state);

/* factor < 1 zooms in; time_ns stays where it is. */
void view_state_zoom_at (ViewState *state, int64_t time_ns, double factor);

/* Moves by a share of the span; > 0 is later. */
void view_state_pan (ViewState *state, double share);

/* Centres the time, as far as the profile's edges allow, without changing the zoom. */
void view_state_centre (ViewState *state, int64_t time_ns);

/* Shows [begin, end) with 10 % at both sides. */
void view_state_fit (ViewState *state, int64_t begin_ns, int64_t end_ns);

/* Shows again what was in view when it last came to rest (by < 0), or what was left by going back (by > 0); see
 * widgets/state/view_history.h. The slice that was selected there is selected again. False: there is nothing. */
bool view_state_go_in_history (ViewState *state, int by);

/* ---- selection ---- */

typedef enum
{
  SELECTED_NOTHING,
  SELECTED_SLICE,
  SELECTED_GAP,  /* a stretch in which a device did nothing */
  SELECTED_AREA, /* a stretch of time on some rows, or on all */
} SelectionKind;

typedef struct
{
  SelectionKind kind;
  uint64_t slice;           /* SELECTED_SLICE */
  uint32_t device;          /* SELECTED_GAP */
  int64_t begin_ns, end_ns; /* of all kinds; half open */
  const TrackSet *tracks;   /* SELECTED_AREA: whose rows, as long as it is selected; NULL: all */
} ViewSelection;

const ViewSelection *view_state_selection (ViewState *state);
void view_state_clear_selection (ViewState *state);
void view_state_select_slice (ViewState *state, uint64_t slice);
void view_state_select_gap (ViewState *state, uint32_t device, int64_t begin_ns, int64_t end_ns);
void view_state_select_area (ViewState *state, int64_t begin_ns, int64_t end_ns);

/* The same on the rows of some tracks, which are referenced. */
void view_state_select_area_on (ViewState *state, int64_t begin_ns, int64_t end_ns, const TrackSet *tracks);

/* Fits what is selected into view; false: nothing is. */
bool view_state_fit_selection (ViewState *state);

/* From the begin to the end of the selected slice together with its launch, with its runs, and with what else the file
 * joins it with, such as forward with backward; and with partner, a slice or SLICE_NONE. False: there is nothing. */
bool
view_state_connection_span (ViewState *state, uint64_t partner, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* Fits that into view. */
bool view_state_fit_connection (ViewState *state, uint64_t partner);

/* Selects the slice and centres it. */
void view_state_go_to_slice (ViewState *state, uint64_t slice);

/* ---- kept areas and markers ---- */

/* Valid until the next change. */
const ViewMarks *view_state_marks (ViewState *state);

/* Makes an area over all rows of what is selected, and, when nothing is, of what is in view. False: an area is. */
bool view_state_mark_area (ViewState *state);

/* Whether what view_state_keep_area () would keep is kept already. */
bool view_state_is_kept (ViewState *state);

/* Keeps the selected area, or the one that view_state_mark_area () makes; as view_marks_keep (). */
bool view_state_keep_area (ViewState *state);

/* All at once, as they were left before; markers outside of the profile come to its edge. Copied. */
void view_state_set_marks (ViewState *state, const ViewMarks *marks);

/* Selects the i-th kept area. */
void view_state_select_kept (ViewState *state, int i);
void view_state_drop_kept (ViewState *state, int i);
void view_state_drop_all_kept (ViewState *state);

/* Kept within the profile. */
void view_state_set_marker (ViewState *state, Marker marker, int64_t time_ns);
void view_state_clear_markers (ViewState *state);

/* What the statistics of an area are of: its window within the profile, its tracks, the scope's rank and device. The
 * tracks are the area's: valid as long as they are. */
StatsScope view_state_area_scope (ViewState *state, const ViewArea *area);

/* ---- steps ---- */

/* The rank whose steps are shown: that of the scope, else of the selection, else the first that has any. */
uint32_t view_state_step_rank (ViewState *state);

/* The step that the view is in, or nearest to its middle; UINT64_MAX: the rank has none. */
uint64_t view_state_current_step (ViewState *state);

/* Zooms to the step. */
void view_state_go_to_step (ViewState *state, uint64_t step);

/* The next (by = 1) or previous (-1) step of the rank. At the last or first one stays there. False: no steps. */
bool view_state_walk_steps (ViewState *state, int by);

/* The slowest, or the one nearest to the median, of the rank's steps that are not truncated; UINT64_MAX: none. */
uint64_t view_state_slowest_step (ViewState *state);
uint64_t view_state_median_step (ViewState *state);
