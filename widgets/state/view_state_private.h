/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of ViewState share: view_state.c (the object, scope, span), view_state_selection.c, view_state_marks.c
 * and view_state_steps.c. For these alone; all others go through widgets/state/view_state.h. */

#pragma once

#include "widgets/state/view_history.h"
#include "widgets/state/view_state.h"

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

/* Emits "changed", after telling the history, and with the scope where that follows what changed. */
void view_state_emit_changed (ViewState *state, guint changes);

/* Moves a span into the bounds, shortening it only where it is longer than they are. True: the view changed, which is
 * yet to be emitted. */
bool view_state_place_span (ViewState *state, int64_t begin_ns, int64_t length_ns);

/* Selects without emitting. The tracks are referenced. */
void view_state_take_selection (ViewState *state, const ViewSelection *selection);

extern const ViewSelection view_selection_none;
ViewSelection view_selection_of_slice (const SliceColumns *slices, uint64_t slice);

/* Into the profile: the room that the timeline has at its edges is no time of it. */
void view_state_clip (StatsScope *stats);
