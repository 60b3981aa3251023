/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows x span -> spans: what is drawn of each row in view, in device pixels, from the level-of-detail pyramid.
 *
 * Every pixel in which a slice of a lane or strip lies is covered by a span, so a lone short slice is seen at any zoom.
 * A closed group of processes shows the uppermost lanes of its lines; a counter shows its highest value in each pixel.
 * No drawing. O(rows x pixels), on up to four threads. One owner thread; memory is kept from frame to frame. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

typedef struct
{
  int32_t x_px, width_px; /* device pixels; clipped to the canvas */
  uint64_t slice; /* the one it stands for: the longest, or of the dominant name; SLICE_NONE: instants */
  uint8_t work;   /* WorkKind */
  bool is_whole;  /* exactly this slice, from its start to its end; else narrow ones, pixel by pixel */
  float busy;     /* covered share of each pixel, in eighths; 1 for a whole slice */
} TimelineSpan;

/* Of lanes, strips and instants: spans, ascending and disjoint. Of utilization, closed groups and counters: shares, one for
 * each device pixel of the width, 0 only where there is nothing; of counters, of the way from value_min to value_max. */
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

/* Plans the rows in view. scale: device pixels per logical one. Returns false when memory runs out, and the plan is
 * empty. */
bool timeline_plan_make (TimelinePlan *plan, const TimelineView *view, double scale);

/* Of the plan made last: width of the canvas in device pixels, and device pixels per logical one. */
uint32_t timeline_plan_width (const TimelinePlan *plan);
double timeline_plan_scale (const TimelinePlan *plan);

/* In the order of timeline_view_next_row (). Borrowed until the next plan is made, with all that they point to. */
const TimelineRowPlan *timeline_plan_rows (const TimelinePlan *plan, uint32_t *ret_n);
