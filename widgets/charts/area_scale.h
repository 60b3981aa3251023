/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertical axis of area charts: where it ends, and what its grid lines are called. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  AreaUnit unit;
  double full; /* at the upper edge; > 0 */
  int n_steps; /* the grid divides it into so many; 4 or 5, or less where values are small whole numbers */
} AreaScale;

/* O(buckets x series). */
AreaScale area_scale_of (const AreaChart *chart);

/* The label of grid line i, 0 to n_steps. */
char *
area_scale_text (const AreaScale *scale, const NumberStyle *numbers, int i, char buffer[NUMBER_TEXT_MAX]);

/* Of the widest label. */
double area_scale_width_px (const AreaScale *scale, const DrawStyle *style);
