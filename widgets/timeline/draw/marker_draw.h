/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the two markers over the rows of the canvas: a line for each, and between them a pill with their exact distance.
 * timeline_draw_ruler_marks () draws their flags on the ruler. */

#pragma once

#include "widgets/state/view_marks.h"
#include "widgets/timeline/view/timeline_view.h"

/* Call the first before and the second after the arrows are drawn, so that no line covers the text of an arrow and no
 * arrow covers the text of the pill. */
void
marker_draw_lines (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks);
void
marker_draw_distance (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks);

/* Writes the text of the pill, such as "1,234,567 ns (1.235 ms)". Returns buffer. */
#define MARKER_TEXT_MAX (2 * NUMBER_TEXT_MAX + 4)
char *marker_distance_text (const NumberStyle *numbers, int64_t distance_ns, char buffer[MARKER_TEXT_MAX]);
