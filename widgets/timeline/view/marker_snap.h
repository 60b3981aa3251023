/* SPDX-License-Identifier: Apache-2.0
 *
 * Snaps a time to the edge of a slice. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

#define MARKER_SNAP_PX 6.0

/* Returns the begin or end of a slice in view nearest to the time if it is at most MARKER_SNAP_PX away;
 * else the time. Only rows that show a single lane count, since edges in folded lanes are invisible.
 * O(rows in view x log slices). */
int64_t marker_snap (const TimelineView *view, int64_t time_ns);
