/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of several series over two axes of values, of which the horizontal one is logarithmic. Rules as in chart.h.
 *
 * A series has a shape and a colour, which are told above the plot. A point that stands for more things is larger. Later
 * points lie above earlier ones; the map has an area for each. */

#pragma once

#include "widgets/charts/chart.h"

#define SCATTER_SERIES_MAX 6

typedef struct
{
  double x, y; /* > 0, finite */
  uint64_t n;  /* the things that it stands for: at least 1 */
  int series;
} ScatterPoint;

typedef struct
{
  const ScatterPoint *points;
  int n_points; /* at most CHART_AREAS_MAX */
  const char *series[SCATTER_SERIES_MAX]; /* "All-reduce"; those that are NULL have no points */
  const char *title; /* of the vertical axis: "Bus bandwidth" */
  bool is_y_log;     /* else the axis begins at 0 */

  /* Return buffer with the text of a round value. */
  char *(*x_text) (const NumberStyle *numbers, double value, char buffer[NUMBER_TEXT_MAX]);
  char *(*y_text) (const NumberStyle *numbers, double value, char buffer[NUMBER_TEXT_MAX]);
} ScatterChart;

/* O(points + px). */
void scatter_chart_draw (cairo_t *cr,
                         const Rect *rect,
                         const DrawStyle *style,
                         const ScatterChart *chart,
                         const ChartMarks *marks,
                         ChartMap *ret_map);
