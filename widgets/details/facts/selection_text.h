/* SPDX-License-Identifier: Apache-2.0
 *
 * The selection as a sentence, for assistive technology and the clipboard. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/state/view_state.h"

/* Returns "0 ns to 465.3 ms, 14 rows; selected: AllReduce f32, 12.50 ms, at 160.2 ms, Step 1011 + 7.324 ms, stream 21
 * of GPU 3, 12 of 411 in its row; launched by cudaLaunchKernel 3.361 ms before". Transfer full. */
char *selection_text_of_view (ViewState *state, uint32_t n_rows, const NumberStyle *numbers);

/* Returns "Marker A at 1,204 ns, marker B at 2,204 ns, 1,000 ns apart", or "" if no marker is set. Transfer full. */
char *selection_text_markers (ViewState *state, const NumberStyle *numbers);

/* Returns the markers and bookmarks in view, such as "Marker A at 1,204 ns; 5 bookmarks in view, slow start at 12.40
 * ms, ...", or NULL if there are none. O(bookmarks). Transfer full. */
char *selection_text_notes_in_view (ViewState *state, const NumberStyle *numbers);

/* Returns name and duration separated by a tab, or the span of a gap or an area; NULL if nothing is
 * selected. Free with g_free (). */
char *selection_text_to_copy (ViewState *state, const NumberStyle *numbers);

/* Returns the exact name of the selected slice as valid UTF-8; NULL if no slice is selected. Free with
 * g_free (). */
char *selection_text_exact_name (ViewState *state);
