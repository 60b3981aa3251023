/* SPDX-License-Identifier: Apache-2.0
 *
 * What one thread plans rows with: the memory it fills, one row after the other. Rows do not need one another, so that any
 * number of planners may work on a view at the same time. Private to timeline_plan. */

#pragma once

#include "trace/container/column.h"
#include "trace/index/lod.h"
#include "widgets/timeline/rows/lane_grids.h"
#include "widgets/timeline/view/timeline_plan.h"

COLUMN_DEFINE (SpanColumn, span_column, TimelineSpan)

typedef struct
{
  const TimelineView *view;
  double scale; /* device pixels per logical one */
  uint32_t n_px;
  SpanColumn spans; /* of all its rows */
  float *shares;    /* n_px for each row that has them */
  size_t n_shares, shares_cap;
  LodCell *cells;    /* of one lane: n_px */
  LanePixel *pixels; /* of two lanes: n_px each */
  size_t cells_cap, pixels_cap;
} RowPlanner;

/* Forgets what was planned and keeps the memory. False: out of memory. */
bool row_planner_begin (RowPlanner *planner, const TimelineView *view, double scale);
void row_planner_clear (RowPlanner *planner);

/* Appends the spans of a lane, a strip or a row of instants; false: out of memory. */
bool row_planner_add_spans (RowPlanner *planner, const TimelineRow *row);

/* Appends n_px shares, of a row that has a curve; false: out of memory. */
bool row_planner_add_shares (RowPlanner *planner, const TimelineRow *row);
