/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of an arrow: a pill on its line, and a chip at the edge for an end outside the view. Both can be clicked. For
 * arrow.c alone. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

#define ARROW_PILL_PX 22

/* What the arrows of one slice are drawn with. */
typedef struct
{
  cairo_t *cr;
  const TimelineView *view;
  const DrawStyle *style;
  bool is_quiet;
  bool is_of_file; /* what the file connects, forward to backward among them: dotted; else launches */
  FlowFans *fans;
  TimelineLinks *links;
  Rect taken[6]; /* by chips */
  int n_taken;
} Arrows;

/* Where a line leaves or arrives, and the direction it takes from there. */
typedef struct
{
  double x_px, y_px;
  double towards_x, towards_y;
  bool is_chip;
} ArrowEnd;

/* Adds a place that can be clicked and leads to a slice, as far as there is room. label: cut, at a character. */
void arrow_add_link (Arrows *arrows, Rect rect, uint64_t slice, const char *label);

/* A pill with its middle at a point, kept inside the canvas; it leads to the slice. */
void arrow_draw_pill (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text);

/* For an end at a point outside the view: a chip at the edge nearest to it, beside those that are there already. Returns
 * where the line to it begins. */
ArrowEnd
arrow_draw_chip (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text);

/* "cudaLaunchKernel, 12 us before the start": what an end is and how far in time it is from the other one. A new
 * string. */
char *arrow_chip_text (Arrows *arrows, uint64_t slice, int64_t latency_ns, bool is_call);
