/* SPDX-License-Identifier: Apache-2.0
 *
 * From the selected part of a collective to those of other ranks. Parts on rows that are not shown are passed over. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Selects the part of the next (by = 1) or previous (-1) rank, and moves the view if the part is outside. Returns false if
 * there is none. O(ranks). */
bool collective_walk (TimelineScene *scene, int by);

/* Selects the part that began last. */
bool collective_walk_to_last (TimelineScene *scene);

/* Return why these do nothing now, translated, or NULL. */
const char *collective_walk_refusal (TimelineScene *scene);
const char *collective_walk_to_last_refusal (TimelineScene *scene);
