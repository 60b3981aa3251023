/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of the rows at the left of the canvas as a widget: a click or the keyboard opens and closes what folds.
 *
 * Up and Down go from row to row, Home and End to the first and last; Right opens, Left closes, Enter and Space do
 * whichever is possible. */

#pragma once

#include "widgets/timeline/timeline_scene.h"

#define TIMELINE_TYPE_TRACK_COLUMN (track_column_get_type ())
G_DECLARE_FINAL_TYPE (TrackColumn, track_column, TIMELINE, TRACK_COLUMN, GtkWidget)

GtkWidget *track_column_new (TimelineScene *scene);
