/* SPDX-License-Identifier: Apache-2.0
 *
 * Bookmarks on the timeline: flags on the ruler and the overview, lines and outlines on the canvas. A time has a pennant,
 * a range a square flag with a bar as long as it is, a slice a flag with a notch: colour is not all that tells them
 * apart. Pure; O(bookmarks). */

#pragma once

#include "widgets/look/draw_style.h"
#include "widgets/state/bookmark_mark.h"
#include "widgets/timeline/view/timeline_view.h"

/* The origin of cr is that of the canvas, the ruler, the overview: as timeline_draw_marks () and its neighbours. */
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

/* Of a flag in a list or beside a field: size_px square, its top left at the origin. */
void
bookmarks_draw_flag (cairo_t *cr, const Theme *theme, BookmarkKind kind, unsigned colour, double size_px);

/* The bookmark whose flag is under a point; of several the one that was drawn last, on top. BOOKMARK_NONE: none. */
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
