/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers beside the parts of a chart: value, share and a last column, right-aligned, each as wide as
 * its widest text. A column is hidden if no part has it or there is no room for it. */

#pragma once

#include "widgets/charts/chart.h"

/* The gap before each column. */
#define CHART_COLUMN_GAP_PX 12.0

typedef enum
{
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_EXTRA,
  N_CHART_COLUMNS
} ChartColumn;

typedef struct
{
  double width_px[N_CHART_COLUMNS]; /* 0 for a hidden column */
} ChartColumns;

ChartColumns
chart_columns_measure (const DrawStyle *style, TextRole role, const ChartPart *parts, int n_parts);

/* Returns the width of all shown columns with the gap before each. */
double chart_columns_width_px (const ChartColumns *columns);

/* Hides columns, the last in order first, until the rest is at most that wide. */
void chart_columns_fit (ChartColumns *columns, const ChartColumn order[N_CHART_COLUMNS], double max_width_px);

/* Draws the numbers of one part so that they end at right_px. */
void chart_columns_draw (cairo_t *cr,
                         const DrawStyle *style,
                         TextRole role,
                         const ChartColumns *columns,
                         double right_px,
                         double y_px,
                         const ChartPart *part);
