/* SPDX-License-Identifier: Apache-2.0
 *
 * What one frame of the timeline shows, and where: the input of planning, drawing and hit testing. Pure. */

#pragma once

#include "widgets/look/draw_style.h"
#include "widgets/look/wall_clock.h"
#include "widgets/state/profile.h"
#include "widgets/timeline/links/step_path.h"
#include "widgets/timeline/rows/lane_grids.h"
#include "widgets/timeline/rows/track_tree.h"
#include "widgets/timeline/view/step_comparison.h"
#include "widgets/timeline/view/step_strip.h"
#include "widgets/timeline/view/unmatched_slices.h"

/* What the ruler counts from. */
typedef enum
{
  RULER_FROM_STEP,  /* the begin of the step in which the view lies; RULER_FROM_BEGIN if it lies in none */
  RULER_FROM_BEGIN, /* the begin of the profile */
  RULER_CLOCK,      /* the time of day; RULER_FROM_BEGIN if the profile does not record it */
  N_RULER_MODES
} RulerMode;

typedef struct
{
  const Profile *profile;
  const TrackTree *tree;
  int64_t begin_ns, end_ns; /* the span shown over width_px */
  int width_px, height_px;  /* of the canvas: right of the track column, below the ruler; logical px */
  int scroll_px;            /* how far the rows have scrolled up */
  uint32_t step_rank;       /* the rank whose steps the ruler and the overview show */
  int fixed_px; /* height of the pinned rows that do not scroll; at most timeline_view_fixed_px () */
  RulerMode ruler_mode;
  bool has_instant;                 /* the ruler counts from instant_ns, whatever its mode */
  int64_t instant_ns;               /* by which timelines are aligned */
  WallClock clock;                  /* for RULER_CLOCK */
  const StepStrip *strip;           /* of step_rank, for the overview; NULL while unknown */
  const StepComparison *comparison; /* shown over the rows; NULL if none */
  const StepPath *path;             /* shown over the rows; NULL if none */
  const char *path_note;            /* why path is NULL although it is wanted; NULL if it is not */
  const LaneGrids *grids;           /* of the profile; NULL while unknown */
  const UnmatchedSlices *unmatched; /* are hatched; NULL if none */
} TimelineView;

/* Returns the height of the pinned rows that stay at the top of a canvas of that height. They are whole rows and take
 * at most two thirds of the canvas. The other pinned rows scroll, before all rows that are not pinned. O(pinned rows). */
int timeline_view_fixed_px (const TrackTree *tree, int height_px);

/* Returns the distance from the top of the canvas to the top of the row; it is negative for a row above the canvas. */
int timeline_view_row_y (const TimelineView *view, uint32_t row);

/* Returns the row at y_px of the canvas, or UINT32_MAX if there is none. O(log rows). */
uint32_t timeline_view_row_at (const TimelineView *view, double y_px);

/* Walk the rows that are at least partly visible, from top to bottom: first the pinned rows, then the rows that scroll.
 * The first of these may be partly hidden behind the pinned ones. Both return UINT32_MAX if there is no further row.
 * O(log rows) for the first row of either kind, else O(1). */
uint32_t timeline_view_first_row (const TimelineView *view);
uint32_t timeline_view_next_row (const TimelineView *view, uint32_t row);

/* Returns the part of the canvas in which a row is visible: the pinned rows for a row that stays at the top, else what
 * is left below them. */
Rect timeline_view_row_window (const TimelineView *view, uint32_t row);

/* Returns whether the row stays at the top instead of scrolling. */
bool timeline_view_is_fixed (const TimelineView *view, uint32_t row);

/* Convert between a time and its position in logical px from the left of the canvas. Times outside the view give
 * positions outside the canvas. */
double timeline_view_px (const TimelineView *view, int64_t time_ns);
int64_t timeline_view_ns (const TimelineView *view, double x_px);

/* Returns where the contents of a row of the tree are drawn. y counts from the top of the canvas and is outside it for
 * rows that have scrolled out; x and width are those of the canvas. */
Rect timeline_view_row_rect (const TimelineView *view, uint32_t row);

/* Returns whether a point is on the canvas. */
static inline bool
timeline_view_holds (const TimelineView *view, double x_px, double y_px)
{
  return x_px >= 0 && x_px < view->width_px && y_px >= 0 && y_px < view->height_px;
}

/* What is under a point of the canvas. */
typedef struct
{
  uint32_t row;             /* of the tree; UINT32_MAX below the last row */
  uint64_t slice;           /* SLICE_NONE if there is none */
  bool is_gap;              /* the point is in a gap of a utilization row, in which the device is idle */
  int64_t begin_ns, end_ns; /* of the slice, or of the whole gap, which may reach beyond the view */
  Rect rect;                /* where it is drawn, at least 1 px wide, clipped to the canvas */
} TimelineHit;

/* Finds what is under a point of the canvas. If no slice is right under it, finds a slice within 2 px, so that a lone
 * slice of 1 px can be hit. Of several slices in one pixel it finds the longest. O(log n x lanes folded in the row). */
void timeline_view_hit (const TimelineView *view, double x_px, double y_px, TimelineHit *ret_hit);

/* Finds where a slice is drawn: in its lane, strip or closed group, at least 1 px wide. x and y may lie outside the
 * canvas, and behind the pinned rows if the row has scrolled there. Returns false if the slice has no row in the tree. */
bool timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect);

/* Returns the slice to which the keyboard moves from a slice. dx and dy are -1, 0 or 1. With dx it is the previous or
 * next slice of the same lane. With dy it is a slice of the next row above or below that has any: the one nearest in
 * time to the middle of the slice. If slice is SLICE_NONE, it is the first one in view. Returns SLICE_NONE if there is
 * none in that direction. O(log n), and O(rows in view) for the first one. */
uint64_t timeline_view_neighbour (const TimelineView *view, uint64_t slice, int dx, int dy);
