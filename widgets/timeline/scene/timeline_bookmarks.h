/* SPDX-License-Identifier: Apache-2.0
 *
 * Setting bookmarks on the timeline, and going to them. */

#pragma once

#include "widgets/state/bookmark_list.h"
#include "widgets/timeline/scene/timeline_scene.h"

/* A bookmark of what is selected: the slice, or the stretch of a gap or an area; of nothing, of the time at x_px of the
 * canvas. It is the current one then. One that is there already is not set twice. Borrowed; NULL: the profile is
 * damaged there. */
BookmarkItem *timeline_bookmarks_set (TimelineScene *scene, double x_px);

/* Selects what it is of and brings it into view: a time without changing the zoom. */
void timeline_bookmarks_go_to (TimelineScene *scene, BookmarkItem *item);

/* The next (by = 1) or previous (-1) one; NULL: there are none. Borrowed. */
BookmarkItem *timeline_bookmarks_next (TimelineScene *scene, int by);

/* Goes there; false: there are none. */
bool timeline_bookmarks_walk (TimelineScene *scene, int by);

/* "7.324 ms in Step 1011, 12.50 ms long": where it is, for lists, tooltips and assistive technology. A new string. */
char *timeline_bookmarks_place (TimelineScene *scene, BookmarkItem *item, const NumberStyle *numbers);
