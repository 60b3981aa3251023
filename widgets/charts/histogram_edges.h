/* SPDX-License-Identifier: Apache-2.0
 *
 * The horizontal axis of histograms whose bins have edges of their own: every bin as wide as the others, a label at each
 * edge between them. */

#pragma once

#include "widgets/charts/chart_axis.h"

/* Where a value lies: within its bin by its logarithm, where both edges are positive. axis: of its place only. O(log bins). */
double histogram_edges_px (const HistogramChart *chart, const ChartAxis *axis, double value_ns);

/* Ticks at base_px and their labels below, within [min_px, max_px]; where not all fit, every second, third and so on. */
void histogram_edges_draw_axis (cairo_t *cr,
                                const DrawStyle *style,
                                const HistogramChart *chart,
                                const ChartAxis *axis,
                                double base_px,
                                double min_px,
                                double max_px);
