/* SPDX-License-Identifier: Apache-2.0
 *
 * What the canvas shows, as a list to be read: the slices in view on the rows that are shown, with row, name, begin,
 * duration and category. It follows the view; of more than SLICE_LIST_MAX it has the first or the longest ones and says
 * so. Choosing a line selects its slice, and what is selected elsewhere is chosen here. Worked out on another thread, and
 * only while the list is shown.
 *
 * Signals:
 *   "slice-activated" (uint64)   Enter or a double click: that slice is wanted in the timeline
 *   "left"                       the button that leads back to it was pressed */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define SLICE_LIST_MAX 1000

#define TIMELINE_TYPE_SLICE_LIST (slice_list_get_type ())
G_DECLARE_FINAL_TYPE (SliceList, slice_list, TIMELINE, SLICE_LIST, GtkWidget)

/* Not shown at first: slice_list_set_shown (). */
GtkWidget *slice_list_new (TimelineScene *scene);

/* Shown, it takes the focus, to the selected slice as soon as it is there. */
void slice_list_set_shown (SliceList *list, bool is_shown);

/* To its rows. */
void slice_list_take_focus (SliceList *list);
