/* SPDX-License-Identifier: Apache-2.0
 *
 * Marks on what a search found: bars along the tops of slices, and ticks in the overview. Pure.
 *
 * Their cost follows lanes x pixels, not matches: from each mark on, the next match is looked for behind the pixels that
 * are marked already. Every match in view marks at least 2 px; of rows that are folded or closed each pixel tells whether
 * anything was found there. */

#pragma once

#include "trace/search/search.h"
#include "widgets/timeline/view/timeline_view.h"

/* scale: device pixels per logical one. cr's origin is the canvas's. */
void timeline_draw_found (cairo_t *cr,
                          const TimelineView *view,
                          double scale,
                          const DrawStyle *style,
                          const SearchResult *found);

/* whole: the overview's view, the whole profile over its width. bottom_px: the lower edge of the ticks. */
void timeline_draw_found_ticks (cairo_t *cr,
                                const TimelineView *whole,
                                const DrawStyle *style,
                                const SearchResult *found,
                                double bottom_px);
