/* SPDX-License-Identifier: Apache-2.0
 *
 * Several 100 % bars of the same kinds of parts, one below the other, each with a label, and a legend on
 * top. */

#pragma once

#include "widgets/charts/chart.h"

/* One bar, with its name at the left and its value at the right. */
typedef struct
{
  const char *label, *value;
  const ChartPart *parts; /* ShareRows.n_parts elements */
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
