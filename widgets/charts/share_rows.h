/* SPDX-License-Identifier: Apache-2.0
 *
 * Several wholes, each a labelled 100 % bar of the same kinds of parts, one below the other with a legend on top. */

#pragma once

#include "widgets/charts/chart.h"

/* One whole: its name at the left, its value at the right. */
typedef struct
{
  const char *label, *value;
  const ChartPart *parts; /* n_parts of the chart */
} ShareRow;

typedef struct
{
  const ShareRow *rows;
  int n_rows;
  int n_parts; /* of each row; part p of row r is part r x n_parts + p of marks and map */
} ShareRows;

void share_rows_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const ShareRows *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map);
