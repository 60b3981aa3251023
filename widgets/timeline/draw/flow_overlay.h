/* SPDX-License-Identifier: Apache-2.0
 *
 * All connections in view at once, as a quiet overlay: from the row of the begin straight down (or up) to the row of the
 * end, along the edge of that row to where it ends; a short tick in either row where slices begin it or end it.
 *
 * Lines that fall on the same pixels are drawn once, and many side by side are paler, so what is seen is where connections
 * are, not how many. Every
 * connection whose time reaches into the view, between rows that are not both above or both below it, has its pixels.
 * Pure; cost follows (pairs of rows that are connected) x pixels, whatever the number of connections. */

#pragma once

#include "widgets/timeline/links/flow_index.h"
#include "widgets/timeline/view/timeline_view.h"

typedef struct FlowOverlay FlowOverlay;

/* One owner thread; memory is kept from frame to frame. */
FlowOverlay *flow_overlay_new (void);
void flow_overlay_free (FlowOverlay *overlay);

/* scale: device pixels per logical one. Returns false when memory runs out, and the overlay is empty. */
bool flow_overlay_make (FlowOverlay *overlay, const FlowIndex *index, const TimelineView *view, double scale);

/* Of the overlay made last: bytes of the canvas in device pixels, line by line (cairo's stride of
 * CAIRO_FORMAT_A8), 0 where there is no line: 255 is a line, less one of many side by side. */
const uint8_t *flow_overlay_mask (const FlowOverlay *overlay, uint32_t *ret_width, uint32_t *ret_height);

/* Draws it over the rows; the origin of cr is the canvas's. */
void flow_overlay_draw (cairo_t *cr, FlowOverlay *overlay, const DrawStyle *style);
