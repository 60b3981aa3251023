/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits of the rows by the user, as changes of their layout. The tree is the one that is shown and tells
 * which lines exist and in which order; it changes only when it gets the layout (track_tree_set_layout
 * ()). */

#pragma once

#include "widgets/timeline/rows/track_tree.h"

/* Nodes cannot be pinned. */
bool track_edit_can_pin (const TrackTree *tree, TrackLine line);
void track_edit_pin (TrackLayout *layout, const TrackTree *tree, TrackLine line, bool is_pinned);

/* Shows only this line: hides every line that is neither above nor below it and is not pinned. */
void track_edit_hide (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_only (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_hidden (TrackLayout *layout, const TrackTree *tree);

/* Moves a line among its siblings, or the pinned lines, before another one; TRACK_LINE_NONE: to the end. */
void track_edit_move_before (TrackLayout *layout, const TrackTree *tree, TrackLine line, TrackLine before);

/* Moves a line by one visible line up (-1) or down (1). Returns false if there is none in that direction. */
bool track_edit_move (TrackLayout *layout, const TrackTree *tree, TrackLine line, int by);

/* For rows with a scale. */
bool track_edit_can_resize (const TrackTree *tree, uint32_t row);
void track_edit_resize (TrackLayout *layout, const TrackTree *tree, TrackLine line, int size);

/* Closing all leaves nodes open, since otherwise nothing would be visible. */
void track_edit_fold_all (TrackLayout *layout, const TrackTree *tree, bool is_open);
