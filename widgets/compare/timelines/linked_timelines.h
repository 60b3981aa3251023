/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps timelines of several profiles on one scale: whichever the user zooms or moves, all show the same common time
 * (common_time.h), also during a glide. Markers are at the same common time too. Rows and their scrolling are left alone.
 * Main thread. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define LINKED_TIMELINES_MAX 4

typedef struct LinkedTimelines LinkedTimelines;

/* selected (side, user_data) is called when the user has selected something on a timeline, or nothing. */
LinkedTimelines *
linked_timelines_new (void (*selected) (uint32_t side, gpointer user_data), gpointer user_data);
void linked_timelines_free (LinkedTimelines *link);

/* Links these scenes, at most LINKED_TIMELINES_MAX, in place of those before. References them. They are aligned by the begins
 * of their profiles. */
void linked_timelines_set (LinkedTimelines *link, TimelineScene *const *scenes, uint32_t n);

/* Aligns the timelines by an instant of each. What is in view of the first stays in view. */
void linked_timelines_align (LinkedTimelines *link, const int64_t *instants_ns);
int64_t linked_timelines_instant (const LinkedTimelines *link, uint32_t side);

/* Shows a span of common time. */
void linked_timelines_show (LinkedTimelines *link, int64_t begin_ns, int64_t end_ns);

/* Selects a slice on a side, or nothing if it is SLICE_NONE, without a call of selected (). */
void linked_timelines_select (LinkedTimelines *link, uint32_t side, uint64_t slice);

/* Selects on all other sides the area that is selected on one, over all their rows. */
void linked_timelines_select_area (LinkedTimelines *link, uint32_t from);
