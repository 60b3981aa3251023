/* SPDX-License-Identifier: Apache-2.0
 *
 * Remembers the scroll position of a timeline as a text (row_place.h). A position can be set before there
 * are rows on the screen, and the owner is notified when scrolling has come to rest. Main thread only. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "widgets/timeline/rows/track_tree.h"

typedef struct ScrollMemory ScrollMemory;

/* Takes a reference to scroll, which counts px of a tree below its pinned rows. rested (user_data) is
 * called half a second after its last change, whoever changed it. */
ScrollMemory *
scroll_memory_new (GtkAdjustment *scroll, void (*rested) (gpointer user_data), gpointer user_data);

/* Frees it without reporting a position that has not come to rest: see scroll_memory_tell (). NULL is
 * allowed. */
void scroll_memory_free (ScrollMemory *memory);

/* Sets the position that the next scroll_memory_apply () scrolls to; NULL for the top. Replaces an earlier one. */
void scroll_memory_want (ScrollMemory *memory, const char *place);

/* Scrolls to the set position and clears it. tree is the tree on the screen, fixed_px the height of its
 * pinned rows (timeline_view_fixed_px ()). Returns false and does not scroll if no position is set or the
 * tree has no such row. O(rows). */
bool scroll_memory_apply (ScrollMemory *memory, const TrackTree *tree, int fixed_px);

/* Returns the set position, or else the current one; NULL for the top. Free with g_free (). */
char *scroll_memory_place (const ScrollMemory *memory, const TrackTree *tree, int fixed_px);

/* Calls rested () now if a call is pending; use it before the rows are hidden. */
void scroll_memory_tell (ScrollMemory *memory);
