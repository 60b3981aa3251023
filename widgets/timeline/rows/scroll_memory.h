/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the rows of a timeline are scrolled to, for whoever remembers it: a text (row_place.h) that is wanted before
 * there are rows on screen, and told when they have come to rest. Main thread only. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "widgets/timeline/rows/track_tree.h"

typedef struct ScrollMemory ScrollMemory;

/* scroll is referenced: px of a tree that scroll below its pinned rows. rested (user_data) is called half a second after
 * its value changed for the last time, whoever changed it. */
ScrollMemory *
scroll_memory_new (GtkAdjustment *scroll, void (*rested) (gpointer user_data), gpointer user_data);

/* Nobody is told of what has not come to rest: see scroll_memory_tell (). NULL: nothing is freed. */
void scroll_memory_free (ScrollMemory *memory);

/* What the next scroll_memory_apply () scrolls to; NULL: the top. Replaces what was wanted before. */
void scroll_memory_want (ScrollMemory *memory, const char *place);

/* Scrolls to what is wanted, which then is no longer. tree as it is on screen, fixed_px of it pinned
 * (timeline_view_fixed_px ()). False, with nothing scrolled: nothing is wanted, or it is no row of the tree. O(rows). */
bool scroll_memory_apply (ScrollMemory *memory, const TrackTree *tree, int fixed_px);

/* What is wanted, or where the rows are; NULL: the top. A new string. */
char *scroll_memory_place (const ScrollMemory *memory, const TrackTree *tree, int fixed_px);

/* Calls rested () now instead of later, where it would be called: the rows go out of sight. */
void scroll_memory_tell (ScrollMemory *memory);
