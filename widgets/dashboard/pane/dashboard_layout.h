/* SPDX-License-Identifier: Apache-2.0
 *
 * Places the panes of the dashboard: columns by width, rows of equal height, no holes. Pure.
 *
 *   columns n = (width - 32) / 400, at least 2, at most 6; unit = (width - 48 - 16 (n - 1)) / n
 *               (400 for text at 100 %, wider columns for larger text)
 *   height    = 0.72 units, at least 336, at most 448, a multiple of 8
 *
 * Panes are placed in reading order. If the next one does not fit into the rest of a row, a pane in that row that gains
 * from more columns (PaneShape.grows) takes the rest. If there is none, the first later pane that fits is moved up. If
 * there is none either, the last pane of the row takes the rest. Every row ends at the right margin. */

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
  int height_px; /* of one over all columns; 0 for that of the others */
} PaneShape;

typedef struct
{
  int x_px, y_px, width_px, height_px;
} PanePlace;

/* Returns the number of columns. text_scale is the user's text size, 1.0 = 100 %. */
int dashboard_layout_columns (int width_px, double text_scale);

/* Returns the height of panes that share rows. It grows with the text. */
int dashboard_layout_pane_height_px (int width_px, double text_scale);

/* Places n panes on a page of that width, which includes the margins. full_height_px is the height of panes that span all
 * columns and have none of their own. Returns the height of the page. O(n^2). */
int dashboard_layout_place (int width_px,
                            double text_scale,
                            int full_height_px,
                            const PaneShape *shapes,
                            size_t n,
                            PanePlace *ret_places);
