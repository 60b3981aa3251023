/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertical axis of area charts: its upper end and the labels of its grid lines. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  AreaUnit unit;
  double full; /* value at the upper edge; > 0 */
  int n_steps; /* number of grid steps: 4 or 5, or fewer for small whole numbers */
} AreaScale;

/* Returns the scale that holds all values of the chart. O(buckets x series). */
AreaScale area_scale_of (const AreaChart *chart);

/* Writes the label of grid line i, 0 to n_steps. */
char *
area_scale_text (const AreaScale *scale, const NumberStyle *numbers, int i, char buffer[NUMBER_TEXT_MAX]);

/* Returns the width of the widest label. */
double area_scale_width_px (const AreaScale *scale, const DrawStyle *style);
