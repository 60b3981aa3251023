/* SPDX-License-Identifier: Apache-2.0
 *
 * What a button held down does with a row of the track column, from when it takes hold of it until it lets go: a click,
 * a move among the siblings, or another height of a row with a scale. Places are those of the column, which are the
 * canvas's. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef enum
{
  TRACK_DRAG_NONE,
  TRACK_DRAG_CLICK, /* pressed, not moved yet; becomes one of those below */
  TRACK_DRAG_MOVE,
  TRACK_DRAG_SIZE,
} TrackDragKind;

/* Zero-initialised: nothing is held. */
typedef struct
{
  TrackDragKind kind;
  uint32_t row; /* that it took hold of */
  double y_px;  /* where */
  bool is_at_edge;
  TrackLine line;   /* that moves, or gets another height */
  int height_px;    /* of it before */
  double normal_px; /* of a row of the usual height */
  TrackLine before; /* TRACK_DRAG_MOVE: it will stand before this one; TRACK_LINE_NONE: behind the last */
  double drop_px;   /* likewise: where the line is drawn; negative: it stays */
} TrackDrag;

/* The lower edge of a row that can be made higher. */
bool track_drag_is_at_edge (TimelineScene *scene, double y_px);

void track_drag_begin (TrackDrag *drag, TimelineScene *scene, double y_px);

/* So far from where it began. A height changes at once. */
void track_drag_move (TrackDrag *drag, TimelineScene *scene, double dx_px, double dy_px);

/* It let go: a move is made. True: it was neither click nor nothing. */
bool track_drag_end (TrackDrag *drag, TimelineScene *scene);
