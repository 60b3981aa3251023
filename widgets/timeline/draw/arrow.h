/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the arrow from a launching call to the work it launched. An end outside the view becomes a chip at the nearest
 * edge, as close to its row as there is room. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/flow_fan.h"

/* Draws the arrows of a slice: between a launch and its runs and, dotted, the flows of the file from or to the slice,
 * such as from forward to backward, and those of pairs, which may be NULL. Draws nothing for a slice without any. fans
 * keeps the runs of a launch between frames; if it is NULL, they are found again. is_quiet is for a slice that is only
 * hovered: lines at 60 % without words. Adds pills and chips to links, which may be NULL. O(width x log runs of the
 * launch). */
void arrow_draw (cairo_t *cr,
                 const TimelineView *view,
                 const DrawStyle *style,
                 const SequencePairs *pairs,
                 FlowFans *fans,
                 uint64_t slice,
                 bool is_quiet,
                 TimelineLinks *links);

/* Draws one arrow as that of a launch, from the first point to the second. */
void arrow_draw_line (cairo_t *cr,
                      const TimelineView *view,
                      const DrawStyle *style,
                      const double x_px[2],
                      const double y_px[2]);
