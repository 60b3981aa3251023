/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers beside the parts of a chart: value, share and a last column, right-aligned, each as wide as its
 * widest text. Columns that no part has, or for which there is no room, are not shown. */

#pragma once

#include "widgets/charts/chart.h"

/* Before each column. */
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
  double width_px[N_CHART_COLUMNS]; /* 0: not shown */
} ChartColumns;

ChartColumns
chart_columns_measure (const DrawStyle *style, TextRole role, const ChartPart *parts, int n_parts);

/* Of all columns that are shown, with the gap before each. */
double chart_columns_width_px (const ChartColumns *columns);

/* Leaves out columns, the last in order first, until they are at most that wide. */
void chart_columns_fit (ChartColumns *columns, const ChartColumn order[N_CHART_COLUMNS], double max_width_px);

/* The numbers of one part, ending at right_px. */
void chart_columns_draw (cairo_t *cr,
                         const DrawStyle *style,
                         TextRole role,
                         const ChartColumns *columns,
                         double right_px,
                         double y_px,
                         const ChartPart *part);
