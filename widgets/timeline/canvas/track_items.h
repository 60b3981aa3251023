/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the track column for assistive technology: a list item for each line in view and for the focused line, with
 * its name, its level and whether it is open. The items are widgets that draw nothing and that ignore the pointer, since
 * GTK 4.8 has no other accessible children. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TrackItems TrackItems;

/* The items are children of column, which must free this before it is freed itself. */
TrackItems *track_items_new (GtkWidget *column, TimelineScene *scene);
void track_items_free (TrackItems *items);

/* Updates the items after the rows have changed: now, or a little later while the rows move with the view. */
void track_items_update (TrackItems *items);
void track_items_update_soon (TrackItems *items);

/* Allocates the items. Call it from size_allocate () of column. */
void track_items_allocate (TrackItems *items);

/* Focuses the item of the focused row. Returns false if no row is focused. */
bool track_items_grab_focus (TrackItems *items);

/* Returns whether the keyboard stops at the row: whether it begins a line. */
bool track_items_is_stop (const TimelineRow *row);
