/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws areas over the rows of the canvas: a wash on the rows of the area, a lighter wash on the other rows, and the
 * two edges. */

#pragma once

#include "widgets/state/view_marks.h"
#include "widgets/timeline/view/timeline_view.h"

void area_draw (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewArea *area);

/* Draws the kept areas: dimmed, with dashed edges. */
void area_draw_kept (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewMarks *marks);
