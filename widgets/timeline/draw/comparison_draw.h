/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws over the rows how a step differs from the median step. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

/* Draws view->comparison over the rows of the canvas. A slice that took longer has a line below it and is shaded from
 * where it would have ended in the median step. A slice that only this step has is outlined. A slice that only the median
 * step has is outlined in dashes at its expected place. O(differences in view + lanes that differ x log n). */
void comparison_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style);

/* Draws the line at the top of the canvas that names the compared steps. */
void comparison_draw_legend (cairo_t *cr, const TimelineView *view, const DrawStyle *style);

/* Returns where that line is. */
Rect comparison_legend_rect (const TimelineView *view, const DrawStyle *style);
