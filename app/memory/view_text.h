/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts the view of a profile into texts for storage, and back. Applying a text that is malformed, or names something
 * that no longer exists, leaves the state unchanged. Main thread. */

#pragma once

#include "widgets/state/view_state.h"

/* Returns "BEGIN_NS END_NS", or NULL for the whole profile. Transfer full. */
char *view_text_of_span (ViewState *state);
void view_text_apply_span (ViewState *state, const char *text);

/* "slice IDENTITY" (trace/model/slice_identity.h), "area BEGIN_NS END_NS [TRACK_PATH...]", "gap TRACK_PATH BEGIN_NS
 * END_NS"; NULL if there is nothing. */
char *view_text_of_selection (ViewState *state);
void view_text_apply_selection (ViewState *state, const char *text);

/* The kept areas and the markers, each in a line: "area BEGIN_NS END_NS [TRACK_PATH...]", "marker-a TIME_NS", "marker-b
 * TIME_NS"; NULL if there are none. A new string. */
char *view_text_of_marks (ViewState *state);
void view_text_apply_marks (ViewState *state, const char *text);
