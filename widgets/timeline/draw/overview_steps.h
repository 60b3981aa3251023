/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the steps in the overview: a cell with a name for each step, or a bar where there are too many. Pure.
 *
 * whole is the view of the overview: the whole profile over its width. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

/* The lower edge of the cells, from the top of the overview, at 96 dpi. */
#define OVERVIEW_STEPS_BOTTOM_PX 18

void overview_steps_draw (cairo_t *cr,
                          const TimelineView *whole,
                          const DrawStyle *style,
                          const OverviewMarks *marks);

/* Returns the horizontal extent of a step's cell. The caller sets y and height. */
Rect overview_step_rect (const TimelineView *whole, uint64_t step);

/* Finds a cell text that overlaps [begin_px, end_px) of the width. Returns false if there is none. O(cells). */
bool overview_steps_label_at (const TimelineView *whole,
                              const DrawStyle *style,
                              double begin_px,
                              double end_px,
                              Rect *ret_rect);
