/* SPDX-License-Identifier: Apache-2.0
 *
 * The track column as a widget: the names of the rows, at the left of the canvas. A click or the keyboard opens and
 * closes rows that fold.
 *
 * Up and Down go from line to line, Home and End to the first and last line. Alt+Shift with Up or Down moves a line.
 * Right opens, Left closes, Enter and Space do whichever is possible. Shift+F10 and Menu open the menu of the line.
 * Escape removes the filter. A drag moves a line among its siblings; at the lower edge of a row it changes the height of
 * the row. A pin at the right of the row under the pointer keeps the row in view. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_TRACK_COLUMN (track_column_get_type ())
G_DECLARE_FINAL_TYPE (TrackColumn, track_column, TIMELINE, TRACK_COLUMN, GtkWidget)

GtkWidget *track_column_new (TimelineScene *scene);
