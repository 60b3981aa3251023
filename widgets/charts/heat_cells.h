/* SPDX-License-Identifier: Apache-2.0
 *
 * Which cells of a heat map share a pixel, and which of them is seen. Cells are drawn in blocks: one cell each, or where
 * there are more rows or columns than pixels, as many as share a pixel. A block shows its highest value, so that a single
 * high one among 200,000 stays visible. */

#pragma once

#include "widgets/charts/chart.h"

/* The first item of block or pixel i where n items are shared out to n_blocks as evenly as possible. i is at most
 * n_blocks. */
static inline int
heat_cells_edge (int i, int n, int n_blocks)
{
  return (int) ((int64_t) i * n / n_blocks);
}

/* Returns the block of an item, by heat_cells_edge (). */
static inline int
heat_cells_block (int item, int n, int n_blocks)
{
  int block = (int) ((int64_t) item * n_blocks / n);

  while (block + 1 < n_blocks && heat_cells_edge (block + 1, n, n_blocks) <= item)
    block++;
  while (block > 0 && heat_cells_edge (block, n, n_blocks) > item)
    block--;
  return block;
}

/* Returns the entry of a cell of a chart with row_first, or UINT64_MAX. O(log entries of the row). */
uint64_t heat_cells_entry (const HeatChart *chart, int row, int column);

/* Returns the value of a cell, or HEAT_CHART_UNKNOWN. */
static inline int64_t
heat_cells_value (const HeatChart *chart, int row, int column)
{
  uint64_t item = chart->row_first != NULL
                    ? heat_cells_entry (chart, row, column)
                    : chart->items[(size_t) chart->rows[row] * chart->stride + (size_t) column];

  return item != UINT64_MAX ? chart->values[item] : HEAT_CHART_UNKNOWN;
}

/* Returns the grid of a chart whose cells fill a rectangle of whole pixels. */
ChartGrid heat_cells_grid (const HeatChart *chart, const Rect *rect);

/* Returns where a block is drawn, without the gap to the next one. */
Rect heat_cells_block_rect (const ChartGrid *grid, int block_row, int block_column);

/* Returns the block that a cell is drawn in. */
Rect heat_cells_rect_of (const ChartGrid *grid, int cell);

/* Writes the highest value of each block of a row of blocks, HEAT_CHART_UNKNOWN if none is known. O(cells of the row). */
void heat_cells_highest (const HeatChart *chart, const ChartGrid *grid, int block_row, int64_t *ret_highest);

/* Returns the colour of a value, of heat_colours (). */
Rgb heat_cells_colour (const HeatChart *chart, const Rgb colours[], int64_t value);

/* Draws all cells into pixels, CAIRO_FORMAT_ARGB32, of the size of the grid's rectangle, each stride_px apart from the one
 * below. Blocks without a known value are hatched, or left as they are if the chart has row_first; gaps between blocks are left as they are. Returns whether there is such
 * a block. O(cells + pixels). */
bool heat_cells_paint (const HeatChart *chart,
                       const ChartGrid *grid,
                       const Theme *theme,
                       uint32_t *pixels,
                       size_t stride_px,
                       int64_t *scratch);
