/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the texts of an arrow: a pill on its line, and a chip at the edge for an end outside the view. Both can be
 * clicked. Private to arrow.c and collective_draw.c. */

#pragma once

#include "widgets/timeline/draw/timeline_draw.h"

#define ARROW_PILL_PX 22

/* The state while the arrows of one slice are drawn. */
typedef struct
{
  cairo_t *cr;
  const TimelineView *view;
  const DrawStyle *style;
  bool is_quiet;
  bool is_of_file; /* connections recorded in the file, which are dotted; otherwise launches */
  FlowFans *fans;
  TimelineLinks *links;
  Rect taken[6]; /* the places of the chips */
  int n_taken;
} Arrows;

/* An end of a line and its direction there. */
typedef struct
{
  double x_px, y_px;
  double towards_x, towards_y;
  bool is_chip;
} ArrowEnd;

/* Adds a clickable rectangle that leads to a slice. Does nothing if the list is full. label is cut between characters if
 * it is too long. */
void arrow_add_link (Arrows *arrows, Rect rect, uint64_t slice, const char *label);

/* Draws a pill that leads to the slice. Its centre is at the point, moved so that the pill stays inside the canvas. */
void arrow_draw_pill (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text);

/* Draws the chip of an end outside the view at the nearest edge, beside the chips already there. Returns where the line
 * to it begins. */
ArrowEnd
arrow_draw_chip (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text);

/* Returns the name of an end and its distance in time from the other end: "cudaLaunchKernel, 12 us before the start".
 * Free with g_free (). */
char *arrow_chip_text (Arrows *arrows, uint64_t slice, int64_t latency_ns, bool is_call);
