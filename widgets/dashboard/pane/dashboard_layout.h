/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the panes of the dashboard stand: columns by width, rows of one height, no holes. Pure.
 *
 *   columns n = (width - 32) / 400, at least 2, at most 6; unit = (width - 48 - 16 (n - 1)) / n
 *               (400 for text at 100 %, wider columns for larger text)
 *   height    = 0.72 units, at least 336, at most 448, a multiple of 8
 *
 * Panes come in reading order. Where the next one does not fit into what is left of a row, a chart over an axis in
 * that row grows; if there is none, the first later pane that fits is taken before its turn; and if there is none
 * either, the last of the row takes the rest. Every row ends at the right margin. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define DASHBOARD_MARGIN_PX 24
#define DASHBOARD_GAP_PX    16

/* The narrowest page that the layout is made for. */
#define DASHBOARD_WIDTH_MIN_PX 640

typedef struct
{
  int span;   /* columns it needs; 0 means all of them, in a row of its own height */
  bool grows; /* gains from more columns */
} PaneShape;

typedef struct
{
  int x_px, y_px, width_px, height_px;
} PanePlace;

/* text_scale: of the user's text, 1.0 = 100 %. */
int dashboard_layout_columns (int width_px, double text_scale);

/* Height of the panes that share rows; they grow with the text. */
int dashboard_layout_pane_height_px (int width_px, double text_scale);

/* Places n panes on a page of that width, margins included; full_height_px: of those that span all columns.
 * Returns the height of the page. O(n^2). */
int dashboard_layout_place (int width_px,
                            double text_scale,
                            int full_height_px,
                            const PaneShape *shapes,
                            size_t n,
                            PanePlace *ret_places);
