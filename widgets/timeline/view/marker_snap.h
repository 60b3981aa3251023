/* SPDX-License-Identifier: Apache-2.0
 *
 * The edge of a slice that a time means when it is pointed at. Pure. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

#define MARKER_SNAP_PX 6.0

/* The begin or end of a slice in view nearest to a time, where that is at most MARKER_SNAP_PX away; else the time. Rows
 * count that show one lane: of folded ones nobody sees the edges. O(rows in view x log slices). */
int64_t marker_snap (const TimelineView *view, int64_t time_ns);
