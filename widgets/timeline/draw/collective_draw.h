/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the collective of a slice across the rows of its ranks: each part outlined, its waiting hatched, a line through the
 * begins of all parts with a mark on the last one, and lines where the whole collective begins and ends.
 *
 * Everything is drawn in the times of the profile. If its ranks are not on one clock, the lines bend from rank to rank by
 * the distance of their clocks. Parts of ranks without a row are left out; lines to parts outside the view end at its edge. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

typedef struct CollectiveDrawing CollectiveDrawing;

/* Places the parts. links may be NULL. Returns NULL if the slice is no part of a collective, no part has a row, or memory
 * runs out. view and links are borrowed by the result. O(parts x log lanes); drawing then costs per row in view.
 * Transfer full. */
CollectiveDrawing *
collective_drawing_new (const TimelineView *view, const CollectiveLinks *links, uint64_t slice);
void collective_drawing_free (CollectiveDrawing *drawing);

/* Draws the parts over the rows. drawing may be NULL, here and below. */
void collective_draw_parts (cairo_t *cr, const CollectiveDrawing *drawing, const DrawStyle *style);

/* Draws the lines. */
void collective_draw_lines (cairo_t *cr, const CollectiveDrawing *drawing, const DrawStyle *style);

/* Draws a chip that leads to the last part if that begins outside the view. links has what was drawn before; the chip avoids
 * its words and is added to it. */
void collective_draw_chip (cairo_t *cr,
                           const CollectiveDrawing *drawing,
                           const DrawStyle *style,
                           TimelineLinks *links);
