/* SPDX-License-Identifier: Apache-2.0
 *
 * A small table of texts with a head: as many rows as there is room for, numbers right-aligned. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  const char *const *titles;
  const bool *is_number;
  int n_columns;
  const char *const *cells; /* n_columns of each row */
  int n_rows;
  uint64_t n_more;    /* rows that there are behind these */
  bool is_bounded;    /* and at least so many */
  int n_more_columns; /* that there are behind these */
} TextRows;

/* Row i is part i. Columns give way from the last; what does not fit is counted in the last line: "12 more, 3 more
 * columns". */
void text_rows_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const TextRows *rows,
                     const ChartMarks *marks,
                     ChartMap *ret_map);
