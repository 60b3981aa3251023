/* SPDX-License-Identifier: Apache-2.0
 *
 * A line of text at the top of the canvas that says what is drawn over the rows. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

/* Returns where a text is: in the first line (0) or below it. It is cut where the canvas ends. */
Rect legend_line_rect (const TimelineView *view, const DrawStyle *style, int line, const char *text);

/* Returns whether a text needs no cut. */
bool legend_line_fits (const TimelineView *view, const DrawStyle *style, const char *text);

void
legend_line_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int line, const char *text);
