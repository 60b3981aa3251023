/* SPDX-License-Identifier: Apache-2.0
 *
 * The horizontal axis of charts over time or over durations: round ticks that do not touch. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  int64_t begin_ns, end_ns; /* begin_ns < end_ns */
  double left_px, width_px; /* where that span is drawn */
} ChartAxis;

double chart_axis_px (const ChartAxis *axis, double time_ns);

/* Of the line of labels, with the gap above it. */
double chart_axis_height_px (const DrawStyle *style);

/* Tick marks at base_px, which is the lower edge of the plot, and their labels below, within [min_px, max_px]. Where
 * times since 0 are too long for labels the first is whole and the others tell the distance to it ("+12.5 µs"). */
void chart_axis_draw (cairo_t *cr,
                      const DrawStyle *style,
                      const ChartAxis *axis,
                      double base_px,
                      double min_px,
                      double max_px);
