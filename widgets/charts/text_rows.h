/* SPDX-License-Identifier: Apache-2.0
 *
 * A small table of texts with a header, with as many rows as fit. Numbers are right-aligned. */

#pragma once

#include "widgets/charts/chart.h"

typedef struct
{
  const char *const *titles;
  const bool *is_number;
  int n_columns;
  const char *const *cells; /* n_columns of each row */
  int n_rows;
  uint64_t n_more;    /* further rows that are not given */
  bool is_bounded;    /* n_more is a lower bound */
  int n_more_columns; /* further columns that are not given */
} TextRows;

/* Row i is part i of marks and map. If columns do not fit, the last ones are left out first. The last line
 * counts what is left out: "12 more, 3 more columns". */
void text_rows_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const TextRows *rows,
                     const ChartMarks *marks,
                     ChartMap *ret_map);
