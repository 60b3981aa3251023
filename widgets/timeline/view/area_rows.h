/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps rows of an area to tracks and back. */

#pragma once

#include "trace/model/track_set.h"
#include "widgets/timeline/view/timeline_view.h"

/* Returns the tracks that the rows from first to last show. Both are included, and either may be the larger. A lane, a
 * strip or a counter shows its own track, a closed group all tracks that it contains, and a utilization row the streams
 * of its device. The head of an open group shows none; if no row shows a track and the first one is such a head, the
 * rows of the group that the last one heads count too. Returns a new reference, or NULL, which means all tracks, if
 * there is no track. O(lanes). */
const TrackSet *area_rows_tracks (const TrackTree *tree, const Trace *trace, uint32_t first, uint32_t last);

/* Does the same for the rows that are visible between two rows in view. If one row is pinned and the other scrolls,
 * rows that have scrolled away behind the pinned ones do not count. */
const TrackSet *area_rows_seen (const TimelineView *view, uint32_t first, uint32_t last);

/* Returns the tracks with the next row below added (by > 0), or without their lowest row (by < 0). Growing an area over
 * all rows begins with row start; an area that loses its only row is over all rows again. Returns a new reference; NULL
 * means all tracks. O(rows x lanes) at worst. */
const TrackSet *
area_rows_grow (const TrackTree *tree, const Trace *trace, const TrackSet *tracks, uint32_t start, int by);

/* Returns an array with one element per row of the tree: whether the row shows any of the tracks; for
 * utilization, all streams of its device. Free with g_free (). O(rows + lanes). */
bool *area_rows_shown (const TrackTree *tree, const Trace *trace, const TrackSet *tracks);
