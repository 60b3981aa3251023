/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of the rows at the left of the canvas as a widget: a click or the keyboard opens and closes what folds.
 *
 * Up and Down go from line to line, Home and End to the first and last; Alt+Shift moves a line; Right opens, Left
 * closes, Shift+F10 and Menu show its menu, Escape takes the filter away, Enter and Space open and close,
 * whichever is possible. A drag moves a line among its siblings, or makes a row higher at its lower edge; a pin at the
 * right of the row below the pointer keeps it in view. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_TRACK_COLUMN (track_column_get_type ())
G_DECLARE_FINAL_TYPE (TrackColumn, track_column, TIMELINE, TRACK_COLUMN, GtkWidget)

GtkWidget *track_column_new (TimelineScene *scene);
