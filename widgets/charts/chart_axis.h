/* SPDX-License-Identifier: Apache-2.0
 *
 * The horizontal axis of charts over time or durations, with round ticks that do not touch. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  int64_t begin_ns, end_ns; /* begin_ns < end_ns */
  double left_px, width_px; /* where the span is drawn */
} ChartAxis;

double chart_axis_px (const ChartAxis *axis, double time_ns);

/* Returns the height of the line of labels and the gap above it. */
double chart_axis_height_px (const DrawStyle *style);

/* Draws tick marks at base_px, the lower edge of the plot, and their labels below it, within [min_px,
 * max_px]. If times since 0 are too long for labels, the first is written in full and the others show the
 * distance to it ("+12.5 µs"). */
void chart_axis_draw (cairo_t *cr,
                      const DrawStyle *style,
                      const ChartAxis *axis,
                      double base_px,
                      double min_px,
                      double max_px);
