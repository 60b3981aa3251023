/* SPDX-License-Identifier: Apache-2.0
 *
 * A press on a row of the track column, from its begin to its end: a click, a move among the siblings, or
 * a resize of a row with a scale. Positions are those of the column and the canvas. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef enum
{
  TRACK_DRAG_NONE,
  TRACK_DRAG_CLICK, /* pressed, not yet moved; becomes one of those below */
  TRACK_DRAG_MOVE,
  TRACK_DRAG_SIZE,
} TrackDragKind;

/* Zero-initialised: nothing is held. */
typedef struct
{
  TrackDragKind kind;
  uint32_t row; /* the pressed row */
  double y_px;  /* of the press */
  bool is_at_edge;
  TrackLine line;   /* the line that is moved or resized */
  int height_px;    /* height of the line at the begin */
  double normal_px; /* height of a normal row */
  TrackLine before; /* TRACK_DRAG_MOVE: the line is moved before this one; TRACK_LINE_NONE: behind the last */
  double drop_px;   /* TRACK_DRAG_MOVE: y of the drop line; negative: the line stays */
} TrackDrag;

/* Returns whether the position is the lower edge of a resizable row. */
bool track_drag_is_at_edge (TimelineScene *scene, double y_px);

void track_drag_begin (TrackDrag *drag, TimelineScene *scene, double y_px);

/* Updates the drag by the distance from its begin. A height changes at once. */
void track_drag_move (TrackDrag *drag, TimelineScene *scene, double dx_px, double dy_px);

/* Ends the drag and carries out a move. Returns true unless it was a click or nothing. */
bool track_drag_end (TrackDrag *drag, TimelineScene *scene);
