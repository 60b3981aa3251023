/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window shows of a profile as texts that are stored, and back. What is not found any more, or is no such text,
 * leaves the state as it was. Main thread. */

#pragma once

#include "widgets/state/view_state.h"

/* "BEGIN_NS END_NS"; NULL: the whole profile. A new string. */
char *view_text_of_span (ViewState *state);
void view_text_apply_span (ViewState *state, const char *text);

/* "slice IDENTITY" (trace/model/slice_identity.h), "area BEGIN_NS END_NS [TRACK_PATH...]", "gap TRACK_PATH BEGIN_NS END_NS"; NULL: nothing. */
char *view_text_of_selection (ViewState *state);
void view_text_apply_selection (ViewState *state, const char *text);

/* The kept areas and the markers, each in a line: "area BEGIN_NS END_NS [TRACK_PATH...]", "marker-a TIME_NS",
 * "marker-b TIME_NS"; NULL: there are none. A new string. */
char *view_text_of_marks (ViewState *state);
void view_text_apply_marks (ViewState *state, const char *text);
