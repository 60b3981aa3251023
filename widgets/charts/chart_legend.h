/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranked rows beside a ring: rank, swatch, name, numbers. */

#pragma once

#include "widgets/charts/chart.h"

/* The heads of the share and extra columns; both or neither are given. NULL if none. */
typedef struct
{
  const char *share, *extra;
} LegendTitles;

/* Returns the width at which every name and every column is shown whole. */
double chart_legend_natural_width_px (const DrawStyle *style,
                                      const ChartPart *parts,
                                      int n_parts,
                                      const LegendTitles *titles);

/* Returns the width for names in a legend of that width. */
double chart_legend_name_width_px (const DrawStyle *style,
                                   const ChartPart *parts,
                                   int n_parts,
                                   const LegendTitles *titles,
                                   double width_px);

/* Returns the minimum height of all rows. */
double chart_legend_height_px (const DrawStyle *style, int n_parts);

/* Returns whether a legend of that size is useful: it holds two rows (or the only one) with a few letters
 * of a name. */
bool chart_legend_fits (const DrawStyle *style,
                        const ChartPart *parts,
                        int n_parts,
                        double width_px,
                        double height_px);

/* Draws the legend in the vertical middle of the rectangle. Rows beyond its height are counted in the last
 * one, with their share where the parts have one: a part's amount is a whole number then. */
void chart_legend_draw (cairo_t *cr,
                        const Rect *rect,
                        const DrawStyle *style,
                        const ChartPart *parts,
                        int n_parts,
                        const LegendTitles *titles,
                        const ChartMarks *marks,
                        ChartMap *map);
