/* SPDX-License-Identifier: Apache-2.0
 *
 * The contents of the canvas as a list for reading: the slices in view on the shown rows, with row, name,
 * begin, duration and category. It follows the view. If there are more than SLICE_LIST_MAX, it contains
 * the first or the longest ones and says so. Choosing a line selects its slice, and the list follows
 * selections made elsewhere. It is computed on another thread, and only while it is shown.
 *
 * Signals:
 *   "slice-activated" (uint64)   Enter or a double click: show that slice in the timeline
 *   "left"                       the button back to the timeline was pressed */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define SLICE_LIST_MAX 1000

#define TIMELINE_TYPE_SLICE_LIST (slice_list_get_type ())
G_DECLARE_FINAL_TYPE (SliceList, slice_list, TIMELINE, SLICE_LIST, GtkWidget)

/* Creates a hidden list; see slice_list_set_shown (). */
GtkWidget *slice_list_new (TimelineScene *scene);

/* Shows or hides the list. When shown, it takes the focus and moves to the selected slice as soon as that
 * is there. */
void slice_list_set_shown (SliceList *list, bool is_shown);

/* Focuses the rows of the list. */
void slice_list_take_focus (SliceList *list);
