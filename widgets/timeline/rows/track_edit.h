/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits of the rows by the user, as changes of their layout. The tree is the one that is shown and tells
 * which lines exist and in which order; it changes only when it gets the layout (track_tree_set_layout
 * ()). */

#pragma once

#include "widgets/timeline/rows/track_tree.h"

/* Returns whether the line can be pinned. Nodes cannot. */
bool track_edit_can_pin (const TrackTree *tree, TrackLine line);
void track_edit_pin (TrackLayout *layout, const TrackTree *tree, TrackLine line, bool is_pinned);

/* Hide a line, or all lines except this one, those above and below it, and pinned ones; show all hidden lines. */
void track_edit_hide (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_only (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_hidden (TrackLayout *layout, const TrackTree *tree);

/* Moves a line before another one among its siblings or among the pinned lines. If before is TRACK_LINE_NONE, moves it to
 * the end. */
void track_edit_move_before (TrackLayout *layout, const TrackTree *tree, TrackLine line, TrackLine before);

/* Moves a line by one visible line up (-1) or down (1). Returns false if there is none in that direction. */
bool track_edit_move (TrackLayout *layout, const TrackTree *tree, TrackLine line, int by);

/* Returns whether the height of the row can be changed, which is so for rows with a scale. */
bool track_edit_can_resize (const TrackTree *tree, uint32_t row);
void track_edit_resize (TrackLayout *layout, const TrackTree *tree, TrackLine line, int size);

/* Closing all leaves nodes open, since otherwise nothing would be visible. */
void track_edit_fold_all (TrackLayout *layout, const TrackTree *tree, bool is_open);
