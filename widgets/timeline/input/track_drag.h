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
  TrackLine line;   /* that moves, or gets another height */
  int height_px;    /* of it before */
  double normal_px; /* of a row of the usual height */
  TrackLine before; /* TRACK_DRAG_MOVE: it will come before this one, or last if TRACK_LINE_NONE */
  double drop_px;   /* TRACK_DRAG_MOVE: where the line is drawn; negative if it stays */
} TrackDrag;

/* Returns whether the position is the lower edge of a resizable row. */
bool track_drag_is_at_edge (TimelineScene *scene, double y_px);

void track_drag_begin (TrackDrag *drag, TimelineScene *scene, double y_px);

/* Updates the drag by the distance from its begin. A height changes at once. */
void track_drag_move (TrackDrag *drag, TimelineScene *scene, double dx_px, double dy_px);

/* Ends the drag and carries out a move. Returns true unless it was a click or nothing. */
bool track_drag_end (TrackDrag *drag, TimelineScene *scene);
