/* SPDX-License-Identifier: Apache-2.0
 *
 * What a step does otherwise than the median step, over the rows. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

/* Of view->comparison, over the rows of the canvas: what took longer has a line below, and is shaded where the median step
 * was done; what only this step has is outlined; what only the median step has is outlined in dashes where it would be. A
 * line at the top says what is compared. O(differences in view + lanes that differ x log n). */
void comparison_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
