/* SPDX-License-Identifier: Apache-2.0
 *
 * The horizontal axis of histograms with given bin edges: all bins are equally wide, with a label at each
 * edge between them. */

#pragma once

#include "widgets/charts/chart_axis.h"

/* Returns the position of a value in px: by its logarithm within its bin, if both edges are positive. Uses
 * only the place of axis. O(log bins). */
double histogram_edges_px (const HistogramChart *chart, const ChartAxis *axis, double value_ns);

/* Draws ticks at base_px and their labels below, within [min_px, max_px]. If not all fit, it labels every
 * second, third and so on. */
void histogram_edges_draw_axis (cairo_t *cr,
                                const DrawStyle *style,
                                const HistogramChart *chart,
                                const ChartAxis *axis,
                                double base_px,
                                double min_px,
                                double max_px);
