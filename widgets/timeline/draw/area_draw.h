/* SPDX-License-Identifier: Apache-2.0
 *
 * Areas over the rows of the canvas: a wash on their rows, a lighter one on the others, and their edges. */

#pragma once

#include "widgets/state/view_marks.h"
#include "widgets/timeline/view/timeline_view.h"

void area_draw (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewArea *area);

/* Dimmed, with dashed edges. */
void area_draw_kept (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewMarks *marks);
