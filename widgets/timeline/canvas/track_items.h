/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the track column as assistive technology gets them: a list item for each line in view and for the one
 * with the focus, with its name, level and whether it is open. Items are widgets that draw nothing and that the pointer does not
 * meet: GTK 4.8 has no other children for assistive technology. Main thread only. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef struct TrackItems TrackItems;

/* Items are children of column, which frees this before it goes. */
TrackItems *track_items_new (GtkWidget *column, TimelineScene *scene);
void track_items_free (TrackItems *items);

/* Follows the rows; when they move with the view, a little later. */
void track_items_update (TrackItems *items);
void track_items_update_soon (TrackItems *items);

/* Gives them their places; from column's size_allocate. */
void track_items_allocate (TrackItems *items);

/* Gives the keyboard focus to the item of the focused row; false: no row is. */
bool track_items_grab_focus (TrackItems *items);

/* The row begins a line: the others are passed by. */
bool track_items_is_stop (const TimelineRow *row);
