/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hand does to the rows, as changes of their layout. The tree is the one that is shown: it tells which lines
 * there are and in which order; it follows when it is given the layout (track_tree_set_layout ()). Pure. */

#pragma once

#include "widgets/timeline/rows/track_tree.h"

/* Machines as a whole are not pinned. */
bool track_edit_can_pin (const TrackTree *tree, TrackLine line);
void track_edit_pin (TrackLayout *layout, const TrackTree *tree, TrackLine line, bool is_pinned);

/* Only: whatever the line does not belong to, nor belongs to it, and is not pinned. */
void track_edit_hide (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_only (TrackLayout *layout, const TrackTree *tree, TrackLine line);
void track_edit_show_hidden (TrackLayout *layout, const TrackTree *tree);

/* Among its siblings, or the pinned lines: before another of them, TRACK_LINE_NONE: behind the last. */
void track_edit_move_before (TrackLayout *layout, const TrackTree *tree, TrackLine line, TrackLine before);

/* By one of those that are seen, up (-1) or down (1). False: there is none that way. */
bool track_edit_move (TrackLayout *layout, const TrackTree *tree, TrackLine line, int by);

/* Rows with a scale. */
bool track_edit_can_resize (const TrackTree *tree, uint32_t row);
void track_edit_resize (TrackLayout *layout, const TrackTree *tree, TrackLine line, int size);

/* Closing leaves machines open: there would be nothing to see. */
void track_edit_fold_all (TrackLayout *layout, const TrackTree *tree, bool is_open);
