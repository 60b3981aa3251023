/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrow from a launching call to what it ran. An end outside the view becomes a chip at the edge nearest to it,
 * as near to its row as there is room. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/flow_fan.h"

/* Draws the arrows of a slice that is a launch or has one, and, dotted, those that the file draws from or to it, such
 * as from forward to backward; likewise one of pairs, which may be NULL; nothing for any other. fans keep what a launch
 * has run from one frame to the next; NULL: found out again. is_quiet: the slice is only pointed at: lines without
 * words at 60 %. Pills and chips are added to links, which may be NULL. O(width x log runs of the launch). */
void arrow_draw (cairo_t *cr,
                 const TimelineView *view,
                 const DrawStyle *style,
                 const SequencePairs *pairs,
                 FlowFans *fans,
                 uint64_t slice,
                 bool is_quiet,
                 TimelineLinks *links);
