/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of ViewState: view_state.c (the object, scope, span), view_state_selection.c,
 * view_state_marks.c, view_state_ranks.c and view_state_steps.c. All other files use widgets/state/view_state.h. */

#pragma once

#include "widgets/state/view_history.h"
#include "widgets/state/view_state.h"

struct _ViewState
{
  GObject parent_instance;

  const Profile *profile;
  ViewScope scope;
  ViewSelection selection;
  const RankChoice *ranks;   /* those that the timeline shows */
  int64_t begin_ns, end_ns;  /* span in view */
  int64_t first_ns, last_ns; /* of the whole that can be shown */
  ViewMarks marks;
  BookmarkList *bookmarks;
  ViewHistory *history;
};

/* Updates the history, and the scope if it follows what changed, then emits "changed". */
void view_state_emit_changed (ViewState *state, guint changes);

/* Moves the span into the bounds, and shortens it only if it is longer than they are. Returns true if the
 * view changed; the caller must emit the change. */
bool view_state_place_span (ViewState *state, int64_t begin_ns, int64_t length_ns);

/* Selects without emitting. Takes a reference to the tracks. */
void view_state_take_selection (ViewState *state, const ViewSelection *selection);

/* Take the ranks, or one more rank, without emitting. Return the change. */
guint view_state_take_ranks (ViewState *state, const RankChoice *ranks);
guint view_state_take_rank (ViewState *state, uint32_t rank);

extern const ViewSelection view_selection_none;
ViewSelection view_selection_of_slice (const SliceColumns *slices, uint64_t slice);

/* Clamps a time to the profile; the margin at the edges of the timeline is outside of it. */
void view_state_clip (StatsScope *stats);
