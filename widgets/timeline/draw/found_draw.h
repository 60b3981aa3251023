/* SPDX-License-Identifier: Apache-2.0
 *
 * Marks the matches of a search: bars along the tops of slices, and ticks in the overview. Pure.
 *
 * The cost grows with lanes x pixels, not with matches, since the search for the next match starts behind the pixels
 * that are already marked. Every match in view marks at least 2 px. In a folded or closed row, a pixel is marked if
 * there is any match at it. */

#pragma once

#include "trace/search/search.h"
#include "widgets/timeline/view/timeline_view.h"

/* Draws the bars. The origin of cr is the top left of the canvas. scale is device pixels per logical pixel. */
void timeline_draw_found (cairo_t *cr,
                          const TimelineView *view,
                          double scale,
                          const DrawStyle *style,
                          const SearchResult *found);

/* Draws the ticks. whole is the view of the overview: the whole profile over its width. bottom_px is the lower edge of
 * the ticks. */
void timeline_draw_found_ticks (cairo_t *cr,
                                const TimelineView *whole,
                                const DrawStyle *style,
                                const SearchResult *found,
                                double bottom_px);
