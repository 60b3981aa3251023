/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the arrow from a launching call to the work it launched. An end outside the view becomes a chip at the nearest
 * edge, as close to its row as there is room. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/flow_fan.h"

/* Draws the arrows of a slice that is a launch or was launched. Connections that the file records, such as from forward
 * to backward, and those of pairs are dotted. Draws nothing for any other slice.
 *
 * pairs may be NULL. fans caches the runs of a launch from one frame to the next; if it is NULL, they are looked up
 * again. is_quiet is for a slice under the pointer: lines at 60 % without text. Pills and chips are added to links, which
 * may be NULL. O(width x log runs of the launch). */
void arrow_draw (cairo_t *cr,
                 const TimelineView *view,
                 const DrawStyle *style,
                 const SequencePairs *pairs,
                 FlowFans *fans,
                 uint64_t slice,
                 bool is_quiet,
                 TimelineLinks *links);
