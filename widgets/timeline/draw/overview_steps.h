/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps in the overview: a cell each, with its name, and where there are too many a bar. Pure.
 *
 * whole: the whole profile over the width. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

/* At 96 dpi, from the top of the overview. */
#define OVERVIEW_STEPS_BOTTOM_PX 18

void overview_steps_draw (cairo_t *cr,
                          const TimelineView *whole,
                          const DrawStyle *style,
                          const OverviewMarks *marks);

/* Along the width; its height is the caller's to say. */
Rect overview_step_rect (const TimelineView *whole, uint64_t step);

/* A text of a cell that has a part in [begin_px, end_px) of the width; false: there is none. O(cells). */
bool overview_steps_label_at (const TimelineView *whole,
                              const DrawStyle *style,
                              double begin_px,
                              double end_px,
                              Rect *ret_rect);
