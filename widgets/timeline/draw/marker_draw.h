/* SPDX-License-Identifier: Apache-2.0
 *
 * The two markers over the rows of the canvas: a line each, and between them a pill with their exact distance. Their flags
 * stand on the ruler: timeline_draw_ruler_marks (). */

#pragma once

#include "widgets/state/view_marks.h"
#include "widgets/timeline/view/timeline_view.h"

/* Beneath and above arrows: no line strikes out what those say, no arrow what the pill says. */
void
marker_draw_lines (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks);
void
marker_draw_distance (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks);

/* "1,234,567 ns (1.235 ms)": what the pill says. */
#define MARKER_TEXT_MAX (2 * NUMBER_TEXT_MAX + 4)
char *marker_distance_text (const NumberStyle *numbers, int64_t distance_ns, char buffer[MARKER_TEXT_MAX]);
