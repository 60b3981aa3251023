/* SPDX-License-Identifier: Apache-2.0
 *
 * What one frame of the timeline shows, and where: the input of planning, drawing and hit testing. Pure. */

#pragma once

#include "widgets/look/draw_style.h"
#include "widgets/look/wall_clock.h"
#include "widgets/state/profile.h"
#include "widgets/timeline/rows/lane_grids.h"
#include "widgets/timeline/rows/track_tree.h"
#include "widgets/timeline/view/step_comparison.h"
#include "widgets/timeline/view/step_strip.h"

/* What the ruler counts from. */
typedef enum
{
  RULER_FROM_STEP,  /* the begin of the step that the view lies in; else as the next */
  RULER_FROM_BEGIN, /* the begin of the profile */
  RULER_CLOCK,      /* the time of day; where the profile does not tell it, as the one before */
  N_RULER_MODES
} RulerMode;

typedef struct
{
  const Profile *profile;
  const TrackTree *tree;
  int64_t begin_ns, end_ns; /* over width_px */
  int width_px, height_px;  /* of the canvas: right of the track column, below the ruler; logical px */
  int scroll_px;            /* of the tree, at the top of the canvas */
  uint32_t step_rank;       /* whose steps the ruler and the overview know */
  int
    fixed_px; /* of the tree, from its top: pinned rows, which do not scroll; at most what timeline_view_fixed_px () says */
  RulerMode ruler_mode;
  WallClock clock;                  /* for RULER_CLOCK */
  const StepStrip *strip;           /* of step_rank, for the overview; NULL while unknown */
  const StepComparison *comparison; /* that is shown over the rows; NULL if none */
  const LaneGrids *grids;           /* of the profile; NULL while unknown */
} TimelineView;

/* Height of the pinned rows that find room above the others: whole rows, at most two thirds of the canvas. The others
 * come first among what scrolls. */
int timeline_view_fixed_px (const TrackTree *tree, int height_px);

/* From the top of the canvas to that of the row. */
int timeline_view_row_y (const TimelineView *view, uint32_t row);

/* UINT32_MAX if none. O(log rows). */
uint32_t timeline_view_row_at (const TimelineView *view, double y_px);

/* The rows that are seen, if only in part, from the uppermost on: pinned ones, then those that have scrolled there, of which the
 * first may lie behind the pinned ones in part. UINT32_MAX: there is no more. */
uint32_t timeline_view_first_row (const TimelineView *view);
uint32_t timeline_view_next_row (const TimelineView *view, uint32_t row);

/* The part of the canvas that a row is seen in: that of the pinned rows, or what is left below them. */
Rect timeline_view_row_window (const TimelineView *view, uint32_t row);

/* It does not scroll. */
bool timeline_view_is_fixed (const TimelineView *view, uint32_t row);

/* Logical px from the left of the canvas; times outside the view give positions outside the canvas. */
double timeline_view_px (const TimelineView *view, int64_t time_ns);
int64_t timeline_view_ns (const TimelineView *view, double x_px);

/* Where what lies in a row of the tree is drawn: y from the top of the canvas, above or below it for rows that are
 * scrolled out; x and width are those of the canvas. */
Rect timeline_view_row_rect (const TimelineView *view, uint32_t row);

/* Whether a point is on the canvas. */
static inline bool
timeline_view_holds (const TimelineView *view, double x_px, double y_px)
{
  return x_px >= 0 && x_px < view->width_px && y_px >= 0 && y_px < view->height_px;
}

/* What is under a point of the canvas. */
typedef struct
{
  uint32_t row;             /* of the tree; UINT32_MAX: below the last */
  uint64_t slice;           /* SLICE_NONE */
  bool is_gap;              /* in a utilization row: idle; the whole gap, also where it leaves the view */
  int64_t begin_ns, end_ns; /* of the slice or gap */
  Rect rect;                /* of it as drawn, at least 1 px wide, clipped to the canvas */
} TimelineHit;

/* The slice within 2 px of the point wins when none is right under it (a lone 1 px slice can be hit); of several in
 * one pixel the longest. O(log n x lanes folded in the row). */
void timeline_view_hit (const TimelineView *view, double x_px, double y_px, TimelineHit *ret_hit);

/* Where a slice is drawn (its lane, strip or closed group), at least 1 px wide; false: not in the tree. x and y may
 * lie outside the canvas: above it also when the row has scrolled behind the pinned ones. */
bool timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect);

/* The slice before or after slice on its lane (dx); on the next row above or below that has any (dy), the one nearest
 * in time to its middle. dx, dy: -1, 0, 1. slice SLICE_NONE: the first one in view. SLICE_NONE if there is none that
 * way. O(log n). */
uint64_t timeline_view_neighbour (const TimelineView *view, uint64_t slice, int dx, int dy);
