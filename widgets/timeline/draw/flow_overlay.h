/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws all connections in view at once, as a quiet overlay. A line goes from the row of the begin straight down or up to
 * the row of the end, then along the edge of that row to the end. A short tick in either row marks the slice there.
 *
 * Lines on the same pixels are drawn once, and many lines side by side are paler, so the overlay shows where connections
 * are, not how many. A connection has its pixels if its time span overlaps the view and its rows are not both above or
 * both below the view. Pure; the cost grows with (pairs of connected rows) x pixels, not with the number of
 * connections. */

#pragma once

#include "widgets/timeline/links/flow_index.h"
#include "widgets/timeline/view/timeline_view.h"

typedef struct FlowOverlay FlowOverlay;

/* An overlay is used by one thread. It keeps its memory from frame to frame. */
FlowOverlay *flow_overlay_new (void);
void flow_overlay_free (FlowOverlay *overlay);

/* Computes the connections in view. scale is the number of device pixels per logical one. Returns false when memory runs
 * out; the overlay is then empty. */
bool flow_overlay_make (FlowOverlay *overlay, const FlowIndex *index, const TimelineView *view, double scale);

/* Returns the overlay computed last: one byte per device pixel of the canvas, line by line, with cairo's stride of
 * CAIRO_FORMAT_A8. 0 is no line, 255 a line; values between are lines among many side by side. Borrowed until the next
 * flow_overlay_make (). */
const uint8_t *flow_overlay_mask (const FlowOverlay *overlay, uint32_t *ret_width, uint32_t *ret_height);

/* Draws the overlay over the rows. The origin of cr is the top left of the canvas. */
void flow_overlay_draw (cairo_t *cr, FlowOverlay *overlay, const DrawStyle *style);
