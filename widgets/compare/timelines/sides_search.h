/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches several timelines at once: one entry, matches marked on all of them, and the way from match to match on the one
 * that was used last. Main thread.
 *
 * Signals:
 *   "walked" (uint side, uint64 slice)   the user wants to see this match
 *   "left"                               the user is done; the timelines should take the focus */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define SIDES_SEARCH_MAX 4

#define SIDES_TYPE_SEARCH (sides_search_get_type ())
G_DECLARE_FINAL_TYPE (SidesSearch, sides_search, SIDES, SEARCH, GtkWidget)

GtkWidget *sides_search_new (void);

/* Searches these timelines from now on, in place of those before. References them. */
void sides_search_set (SidesSearch *search, TimelineScene *const *scenes, guint n);

/* Sets the timeline that a walk goes through. */
void sides_search_set_side (SidesSearch *search, guint side);

/* Focuses the entry. */
void sides_search_begin (SidesSearch *search);

/* Goes to the next (by = 1) or previous (-1) match. Returns false if there is no query. */
bool sides_search_walk (SidesSearch *search, int by);

/* Ends the search. Returns false if there was none. */
bool sides_search_clear (SidesSearch *search);
