/* SPDX-License-Identifier: Apache-2.0
 *
 * The line above a heat map: the colours with their values, what is hatched, and how many cells share a pixel. */

#pragma once

#include "widgets/charts/chart.h"

/* Draws it at the top of a rectangle; with cr NULL it only measures. cells is the number of cells that share a block, at
 * most. Returns the number of lines. */
int heat_key_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const HeatChart *chart, int cells);
