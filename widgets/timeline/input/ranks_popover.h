/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks which ranks the timeline shows: an entry for numbers, ranges and names (widgets/timeline/rows/rank_find.h) that says
 * what they are while they are typed, and buttons for ready choices. Enter takes what is typed. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define RANKS_TYPE_POPOVER (ranks_popover_get_type ())
G_DECLARE_FINAL_TYPE (RanksPopover, ranks_popover, RANKS, POPOVER, GtkPopover)

GtkWidget *ranks_popover_new (TimelineScene *scene);

/* Opens it with the ranks that are shown now. Set its parent and where it points to before. */
void ranks_popover_ask (RanksPopover *popover);
