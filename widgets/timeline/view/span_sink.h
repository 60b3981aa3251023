/* SPDX-License-Identifier: Apache-2.0
 *
 * Where rows of spans are painted: straight into the pixels of an image surface, by whole scanlines, or as Cairo
 * rectangles on any other surface. Both look the same.
 *
 * All coordinates are device pixels of the canvas; whatever lies outside it is cut off. Each scanline of an image is
 * written once or twice, whatever the number of spans (about 0.5 ms for 20,000 at 1080p, where Cairo takes 6). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/look/theme.h"

typedef struct
{
  Rgb fill, edge;
  bool has_edge;
} SpanLook;

typedef struct
{
  cairo_t *cr;
  cairo_surface_t *image; /* NULL if spans are drawn as Cairo rectangles */
  uint32_t *pixels;       /* of the canvas's top left */
  int stride;             /* pixels from line to line */
  int width, height;
  int top; /* lines above are not touched: 0 unless span_sink_begin_at () was called */
  double scale;
  Rgb ground_colour;
  uint32_t *ground, *line, *edge_line;
  int y, row_height; /* of the row that is open */
} SpanSink;

/* scale is the number of device pixels per logical one. The origin of cr is the top left of the canvas;
 * nothing outside the canvas is painted. Returns false when memory runs out; then there is nothing to
 * close. */
bool span_sink_open (SpanSink *sink, cairo_t *cr, int width, int height, double scale);

/* Closes the sink; Cairo may draw again afterwards. */
void span_sink_close (SpanSink *sink);

/* Opens a second sink for the same pixels, for another thread that paints other rows. Requires that
 * sink->image is not NULL. Returns false when memory runs out. */
bool span_sink_fork (const SpanSink *sink, SpanSink *ret_fork);
void span_sink_end_fork (SpanSink *fork);

/* Protects the lines above that line from now on. Only for an image; on other surfaces Cairo paints over. */
void span_sink_begin_at (SpanSink *sink, int top);

/* Sets the ground of the following spans: one colour, and a line one pixel wide at each of the places. */
void span_sink_set_ground (SpanSink *sink, Rgb colour, Rgb grid, const int *grid_x, int n_grid);

void span_sink_fill_ground (SpanSink *sink, int y, int height);

void span_sink_rect (SpanSink *sink, int x, int y, int width, int height, Rgb colour);

/* Lays a colour over what is there. alpha is from 0, which changes nothing, to 1. */
void span_sink_wash (SpanSink *sink, int x, int y, int width, int height, Rgb colour, double alpha);

/* Draw a row of spans on the ground. Call begin_row (), then add () for any number of spans from left to right, then
 * end_row (). */
void span_sink_begin_row (SpanSink *sink, int y, int height);
void span_sink_add (SpanSink *sink, int x, int width, SpanLook look);
void span_sink_end_row (SpanSink *sink);

/* Draws lines in both diagonals over a rectangle. They go on from one rectangle to the next. */
void span_sink_hatch (SpanSink *sink, int x, int y, int width, int height, Rgb colour);

/* Draws columns of one pixel in width on y + height. Column x is as high as shares[x], from 0 to 1, of the height, and at
 * least one pixel high unless its share is 0. */
void span_sink_shares (SpanSink *sink, int y, int height, const float *shares, Rgb colour);
