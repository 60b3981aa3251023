/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of charts that lay several things over each other, and the legend above them. Things are told apart by letters
 * and dashes; the first one is the baseline and the only one with an area. */

#pragma once

#include "widgets/charts/chart.h"

#define OVERLAY_LINE_PX    2.0
#define OVERLAY_AREA_ALPHA 0.12

Rgb overlay_colour (const Theme *theme, int series);

/* Sets colour, width and dashes. */
void overlay_set_line (cairo_t *cr, const Theme *theme, int series);

/* Returns the height of a legend with a line a series, and the gap below it. */
double overlay_legend_height_px (const DrawStyle *style, int n_series);

/* Draws the line of a series in the legend at the upper edge of rect. */
void overlay_legend_draw_line (cairo_t *cr,
                               const Rect *rect,
                               const DrawStyle *style,
                               int series,
                               const char *label,
                               const char *text);
