/* SPDX-License-Identifier: Apache-2.0
 *
 * Plans what is drawn of each row in view: spans in device pixels, from the level-of-detail pyramid.
 *
 * Every pixel in which a slice of a lane or strip lies is covered by a span, so a lone short slice is seen at any zoom.
 * A closed group of processes shows the uppermost lanes of its lines; a counter shows its highest value in each pixel.
 * Draws nothing. O(rows x pixels), on up to four threads. A plan has one owner thread and keeps its memory from frame to
 * frame. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

typedef struct
{
  int32_t x_px, width_px; /* device pixels; clipped to the canvas */
  uint64_t slice; /* that it represents: the longest, or one of the dominant name; SLICE_NONE for instants */
  uint8_t work;   /* WorkKind */
  bool is_whole; /* it shows exactly this slice from start to end; otherwise several slices, pixel by pixel */
  float busy;    /* the covered share of each pixel, in eighths; 1 for a whole slice */
} TimelineSpan;

/* The plan of one row. Lanes, strips and instants have spans, which are ascending and disjoint. Utilization, closed
 * groups and counters have shares, one for each device pixel of the width. A share is 0 only where there is nothing;
 * for a counter it is the position of the value between value_min and value_max. */
typedef struct
{
  uint32_t row; /* of the tree */
  uint32_t n_spans;
  const TimelineSpan *spans; /* NULL if none */
  const float *shares;       /* NULL if it has no curve */
} TimelineRowPlan;

typedef struct TimelinePlan TimelinePlan;

TimelinePlan *timeline_plan_new (void);
void timeline_plan_free (TimelinePlan *plan);

/* Plans the rows in view. scale is the number of device pixels per logical one. Returns false when memory runs out; the
 * plan is then empty. */
bool timeline_plan_make (TimelinePlan *plan, const TimelineView *view, double scale);

/* Return the width of the last plan in device pixels, and its number of device pixels per logical one. */
uint32_t timeline_plan_width (const TimelinePlan *plan);
double timeline_plan_scale (const TimelinePlan *plan);

/* Returns the rows of the last plan in the order of timeline_view_next_row (). They and what they point to are borrowed
 * until the next plan is made. */
const TimelineRowPlan *timeline_plan_rows (const TimelinePlan *plan, uint32_t *ret_n);
