/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the critical path of a step over the rows: what is not on it becomes paler unless it is selected, what is has a line along its bottom, gaps
 * of the path are filled lightly, and where it goes on in another row an arrow leads there. Pure.
 *
 * The cost grows with lanes x pixels, not with the length of the path: where several arrows lie within three pixels, a pale
 * line over the rows that the path touches there stands for them. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

/* Draws view->path. The origin of cr is the top left of the canvas. scale is device pixels per logical pixel. selected
 * is a slice or SLICE_NONE. Writes directly into the pixels of an image surface. */
void
path_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style, double scale, uint64_t selected);

/* Draws the line at the top of the canvas that says what bounds the step, or view->path_note. */
void path_draw_legend (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
