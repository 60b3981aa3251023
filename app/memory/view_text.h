/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts the view of a profile into texts for storage, and back. Applying a text that is malformed, or names something
 * that no longer exists, leaves the state unchanged. Main thread. */

#pragma once

#include "widgets/state/view_state.h"

/* Returns "BEGIN_NS END_NS", or NULL for the whole profile. Transfer full. */
char *view_text_of_span (ViewState *state);
void view_text_apply_span (ViewState *state, const char *text);

/* Write the selection as a text and apply such a text. It is "slice IDENTITY" (trace/model/slice_identity.h), "area
 * BEGIN_NS END_NS [TRACK_PATH...]" or "gap TRACK_PATH BEGIN_NS END_NS", or NULL if nothing is selected. The result is
 * transfer full. */
char *view_text_of_selection (ViewState *state);
void view_text_apply_selection (ViewState *state, const char *text);

/* Write the kept areas and the markers as a text and apply such a text. Each has a line: "area BEGIN_NS END_NS
 * [TRACK_PATH...]", "marker-a TIME_NS" or "marker-b TIME_NS". The text is NULL if there are none. The result is
 * transfer full. */
char *view_text_of_marks (ViewState *state);
void view_text_apply_marks (ViewState *state, const char *text);

/* Write the ranks that the timeline shows as a text (rank_choice_to_text ()), NULL for all, and apply such a text. The result is
 * transfer full. */
char *view_text_of_ranks (ViewState *state);
void view_text_apply_ranks (ViewState *state, const char *text);
