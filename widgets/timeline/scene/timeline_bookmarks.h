/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets bookmarks on the timeline and goes to them. */

#pragma once

#include "widgets/state/bookmark_list.h"
#include "widgets/timeline/scene/timeline_scene.h"

/* Sets a bookmark on the selection: the slice, or the span of a gap or an area; or else on the time at
 * x_px of the canvas. It becomes the current one. An existing one is not set twice. Borrowed; returns NULL
 * if the profile is damaged there. */
BookmarkItem *timeline_bookmarks_set (TimelineScene *scene, double x_px);

/* Selects the bookmarked slice or span and brings it into view; a bookmarked time keeps the zoom. */
void timeline_bookmarks_go_to (TimelineScene *scene, BookmarkItem *item);

/* Returns the next (by = 1) or previous (-1) bookmark, or NULL. Borrowed. */
BookmarkItem *timeline_bookmarks_next (TimelineScene *scene, int by);

/* Goes to the next or previous bookmark. Returns false if there are none. */
bool timeline_bookmarks_walk (TimelineScene *scene, int by);

/* Returns the place of a bookmark for lists, tooltips and assistive technology: "7.324 ms in Step 1011, 12.50 ms long".
 * Free with g_free (). */
char *timeline_bookmarks_place (TimelineScene *scene, BookmarkItem *item, const NumberStyle *numbers);
