/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws bookmarks on the timeline: flags on the ruler and the overview, lines and outlines on the canvas. A time has a
 * pennant, a range a square flag with a bar as long as the range, a slice a flag with a notch, so that the kinds differ
 * by more than colour. Pure; O(bookmarks). */

#pragma once

#include "widgets/look/draw_style.h"
#include "widgets/state/bookmark_mark.h"
#include "widgets/timeline/view/timeline_view.h"

/* The origin of cr is the top left of the canvas, the ruler or the overview, as for timeline_draw_marks (). */
void bookmarks_draw_canvas (cairo_t *cr,
                            const TimelineView *view,
                            const DrawStyle *style,
                            const BookmarkMark *marks,
                            size_t n);
void bookmarks_draw_ruler (cairo_t *cr,
                           const TimelineView *view,
                           const DrawStyle *style,
                           const BookmarkMark *marks,
                           size_t n);
void bookmarks_draw_overview (cairo_t *cr,
                              const TimelineView *view,
                              const DrawStyle *style,
                              const BookmarkMark *marks,
                              size_t n);

/* Draws a flag for a list or a field: a square of size_px with its top left at the origin. */
void
bookmarks_draw_flag (cairo_t *cr, const Theme *theme, BookmarkKind kind, unsigned colour, double size_px);

/* Returns the index of the bookmark whose flag is under a point, or BOOKMARK_NONE. Of several, returns the topmost one,
 * which was drawn last. */
#define BOOKMARK_NONE SIZE_MAX
size_t bookmarks_hit_ruler (const TimelineView *view,
                            const DrawStyle *style,
                            const BookmarkMark *marks,
                            size_t n,
                            double x_px,
                            double y_px);
size_t bookmarks_hit_overview (const TimelineView *view,
                               const DrawStyle *style,
                               const BookmarkMark *marks,
                               size_t n,
                               double x_px,
                               double y_px);
