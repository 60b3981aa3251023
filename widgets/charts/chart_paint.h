/* SPDX-License-Identifier: Apache-2.0
 *
 * What charts have in common: how a part is filled and how one is marked. */

#pragma once

#include "widgets/charts/chart.h"

/* A swatch of a legend, and the gap between things that belong together. */
#define SWATCH_PX    12.0
#define CHART_GAP_PX 8.0

/* Fills are not given an inner edge below this width. */
#define EDGE_MIN_PX 12.0

/* Fills the current path, which is consumed, as the part looks. with_edge: see theme_fill_work (). */
void chart_fill_part (cairo_t *cr, const DrawStyle *style, ChartLook look, WorkKind work, bool with_edge);

/* The colour of a text on that fill. */
Rgb chart_ink (const DrawStyle *style, ChartLook look, WorkKind work);

/* Lines are no ground for a text: on parts that are hatched or patterned, a piece of plain fill behind a label of
 * these bounds. */
void chart_draw_label_ground (cairo_t *cr,
                              const DrawStyle *style,
                              ChartLook look,
                              WorkKind work,
                              const Rect *label);

void chart_add_rect (cairo_t *cr, const Rect *rect);

/* A rounded square with the look of a part, its middle at y_px. */
void chart_draw_swatch (cairo_t *cr, const DrawStyle *style, double x_px, double y_px, const ChartPart *part);

/* Whether a part is hovered or selected: its rows have a wash below them. */
bool chart_is_lit (const ChartMarks *marks, int part);
void chart_draw_wash (cairo_t *cr, const DrawStyle *style, const Rect *rect);

/* The line around a hovered or selected part and the dashes around the focused one, inside the current path, which
 * is consumed. */
void chart_draw_marks (cairo_t *cr, const DrawStyle *style, const ChartMarks *marks, int part);

/* A sentence in the middle of a chart that has nothing to draw. */
void chart_draw_empty (cairo_t *cr, const Rect *rect, const DrawStyle *style);

/* "9 more", in place of the rows that do not fit. */
void chart_draw_more (cairo_t *cr,
                      const DrawStyle *style,
                      double x_px,
                      double y_px,
                      double max_width_px,
                      int n_more);
