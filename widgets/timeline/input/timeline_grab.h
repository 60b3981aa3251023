/* SPDX-License-Identifier: Apache-2.0
 *
 * A drag on the canvas with a held button or two fingers, from its begin to its end. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

typedef enum
{
  GRAB_NONE,
  GRAB_CLICK, /* pressed, not yet moved; becomes GRAB_AREA when it moves */
  GRAB_AREA,  /* selects a time span on the rows that it covers, or moves an edge of the area */
  GRAB_PAN,
  GRAB_PINCH,
} GrabKind;

/* What the pointer holds. It is nothing when this is zero-initialised. */
typedef struct
{
  GrabKind kind;
  double x_px, y_px; /* begin of the drag, in canvas coordinates */
  int64_t fixed_ns;  /* GRAB_AREA: the edge that stays */
  bool keeps_rows;   /* GRAB_AREA: an edge of the selected area moves, its rows stay */
  TimeSpan before;   /* in view when it began */
  double scroll_px;  /* scroll position when it began */
  uint32_t row;      /* where it began */
} TimelineGrab;

/* Begins or ends a drag. In between, the view follows it without gliding. */
void timeline_grab_begin (TimelineGrab *grab, TimelineScene *scene, GrabKind kind, double x_px, double y_px);
void timeline_grab_end (TimelineGrab *grab, TimelineScene *scene);

/* Updates the drag by its distance from the begin. */
void timeline_grab_move (TimelineGrab *grab, TimelineScene *scene, double dx_px, double dy_px);

/* Updates a pinch. scale is the distance of the two fingers relative to the begin. */
void timeline_grab_pinch (const TimelineGrab *grab, TimelineScene *scene, double scale);

/* Returns the edge of the selected area that can be grabbed at x_px. */
AreaEdge timeline_grab_edge_at (TimelineScene *scene, double x_px);
