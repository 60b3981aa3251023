/* SPDX-License-Identifier: Apache-2.0
 *
 * The buffers with which one thread plans rows, one after the other. Rows are independent, so any number
 * of planners may work on a view at the same time. Private to timeline_plan. */

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

/* Clears the plan and keeps the memory. Returns false when memory runs out. */
bool row_planner_begin (RowPlanner *planner, const TimelineView *view, double scale);
void row_planner_clear (RowPlanner *planner);

/* Appends the spans of a lane, a strip or a row of instants. Returns false when memory runs out. */
bool row_planner_add_spans (RowPlanner *planner, const TimelineRow *row);

/* Appends n_px shares of a row with a curve. Returns false when memory runs out. */
bool row_planner_add_shares (RowPlanner *planner, const TimelineRow *row);
