/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps in the overview: a cell each, with what the step consists of; a bar each where they are too many for that. For
 * overview_draw.c alone. whole: the whole profile over the width of the overview. */

#pragma once

#include "widgets/timeline/timeline_draw.h"

/* At 96 dpi; heights follow the text. */
#define STEP_CELL_Y_PX 2
#define STEP_CELL_PX   16

/* Where a step is, along the width; its height is the caller's to say. */
Rect step_cells_rect (const TimelineView *whole, uint64_t step);

/* Those of the view's rank; without any a sentence that says so. O(steps). */
void
step_cells_draw (cairo_t *cr, const TimelineView *whole, const DrawStyle *style, const OverviewMarks *marks);
