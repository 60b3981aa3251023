/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps rows of an area to tracks and back. */

#pragma once

#include "trace/model/track_set.h"
#include "widgets/timeline/view/timeline_view.h"

/* The tracks of rows first to last (either may be the larger; inclusive): of lanes, strips and counters their own, of a
 * closed group all that it holds, of a device's utilization its streams. The head of an open group stands for what is
 * below it where no other row is covered. A new reference; NULL, all tracks: where the rows have none. O(lanes). */
const TrackSet *area_rows_tracks (const TrackTree *tree, const Trace *trace, uint32_t first, uint32_t last);

/* The same from one row in view to another, by what is seen between them: rows that have scrolled away behind the pinned ones
 * are not. */
const TrackSet *area_rows_seen (const TimelineView *view, uint32_t first, uint32_t last);

/* Returns the tracks with the next row below added (by > 0), or without their lowest row (by < 0). Growing an area over
 * all rows begins with row start; an area that loses its only row is over all rows again. Returns a new reference; NULL
 * means all tracks. O(rows x lanes) at worst. */
const TrackSet *
area_rows_grow (const TrackTree *tree, const Trace *trace, const TrackSet *tracks, uint32_t start, int by);

/* Returns an array with one element per row of the tree: whether the row shows any of the tracks; for
 * utilization, all streams of its device. Free with g_free (). O(rows + lanes). */
bool *area_rows_shown (const TrackTree *tree, const Trace *trace, const TrackSet *tracks);
