/* SPDX-License-Identifier: Apache-2.0
 *
 * Drawing shared by all charts: how parts are filled and marked. */

#pragma once

#include "widgets/charts/chart.h"

/* The size of a swatch in a legend, and the gap between things that belong together. */
#define SWATCH_PX    12.0
#define CHART_GAP_PX 8.0

/* Narrower fills have no inner edge. */
#define EDGE_MIN_PX 12.0

/* Fills the current path in the look of the part and consumes the path. with_edge is as for theme_fill_work (). */
void chart_fill_part (cairo_t *cr, const DrawStyle *style, ChartLook look, WorkKind work, bool with_edge);

/* Returns the text colour on that fill. */
Rgb chart_ink (const DrawStyle *style, ChartLook look, WorkKind work);

/* Draws a piece of plain fill behind a label with these bounds if the part is hatched or patterned, since
 * text on lines is hard to read. */
void chart_draw_label_ground (cairo_t *cr,
                              const DrawStyle *style,
                              ChartLook look,
                              WorkKind work,
                              const Rect *label);

void chart_add_rect (cairo_t *cr, const Rect *rect);

/* Draws a rounded square in the look of a part; y_px is its vertical middle. */
void chart_draw_swatch (cairo_t *cr, const DrawStyle *style, double x_px, double y_px, const ChartPart *part);

/* Returns whether a part is hovered or selected, which gives its rows a wash. */
bool chart_is_lit (const ChartMarks *marks, int part);
void chart_draw_wash (cairo_t *cr, const DrawStyle *style, const Rect *rect);

/* Draws the line around a hovered or selected part and the dashes around the focused one inside the
 * current path, and consumes the path. */
void chart_draw_marks (cairo_t *cr, const DrawStyle *style, const ChartMarks *marks, int part);

/* Draws a sentence in the middle of a chart that has nothing to show. */
void chart_draw_empty (cairo_t *cr, const Rect *rect, const DrawStyle *style);

/* Draws "9 more" in place of the rows that do not fit. */
void chart_draw_more (cairo_t *cr,
                      const DrawStyle *style,
                      double x_px,
                      double y_px,
                      double max_width_px,
                      int n_more);
