/* SPDX-License-Identifier: Apache-2.0
 *
 * Places the labels of vertical lines (flags on poles) so that none covers another or a pole. */

#pragma once

#include <stdbool.h>

#define CHART_FLAGS_MAX 6

typedef struct
{
  double x_px;     /* of the pole */
  double width_px; /* of the text */
  bool is_left;    /* out: the text ends at its pole instead of beginning there */
  int row;         /* out: 0 is the lowest; the pole reaches up to it; -1 if there is no room for the flag */
} ChartFlag;

/* Places n <= CHART_FLAGS_MAX flags within [min_px, max_px] in as few rows as possible, at most max_rows.
 * Returns the number of rows used. A flag keeps gap_px from its pole and from other flags. If not all fit,
 * the later ones of the array are left out. O(2^n n^2 rows). */
int chart_flags_place (ChartFlag *flags, int n, double min_px, double max_px, double gap_px, int max_rows);
