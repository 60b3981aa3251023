/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/heat_cells.h"

#include <glib.h>
#include <string.h>

#include "widgets/charts/heat_colours.h"

/* Cells of at least this size have a gap to the next one. */
#define GAP_FROM_PX 6.0

#define HATCH_PERIOD_PX 6

ChartGrid
heat_cells_grid (const HeatChart *chart, const Rect *rect)
{
  ChartGrid grid = {
    .rect = *rect,
    .n_rows = chart->n_rows,
    .n_columns = chart->n_columns,
    .block_rows = MIN (chart->n_rows, (int) rect->height_px),
    .block_columns = MIN (chart->n_columns, (int) rect->width_px),
  };

  grid.gap_px = rect->width_px / grid.n_columns >= GAP_FROM_PX && rect->height_px / grid.n_rows >= GAP_FROM_PX;
  return grid;
}

Rect
heat_cells_block_rect (const ChartGrid *grid, int block_row, int block_column)
{
  int width_px = (int) grid->rect.width_px, height_px = (int) grid->rect.height_px;
  int left = heat_cells_edge (block_column, width_px, grid->block_columns);
  int right = heat_cells_edge (block_column + 1, width_px, grid->block_columns);
  int top = heat_cells_edge (block_row, height_px, grid->block_rows);
  int bottom = heat_cells_edge (block_row + 1, height_px, grid->block_rows);

  return (Rect){ grid->rect.x_px + left, grid->rect.y_px + top, right - left - grid->gap_px,
                 bottom - top - grid->gap_px };
}

Rect
heat_cells_rect_of (const ChartGrid *grid, int cell)
{
  return heat_cells_block_rect (grid,
                                heat_cells_block (cell / grid->n_columns, grid->n_rows, grid->block_rows),
                                heat_cells_block (cell % grid->n_columns, grid->n_columns, grid->block_columns));
}

int
heat_chart_cell_at (const HeatChart *chart, const ChartGrid *grid, double x_px, double y_px)
{
  int width_px = (int) grid->rect.width_px, height_px = (int) grid->rect.height_px;
  int64_t highest = HEAT_CHART_UNKNOWN;
  int found = -1;

  if (!rect_holds (&grid->rect, x_px, y_px) || grid->n_rows != chart->n_rows || grid->n_columns != chart->n_columns)
    return -1;
  int block_row = heat_cells_block ((int) (y_px - grid->rect.y_px), height_px, grid->block_rows);
  int block_column = heat_cells_block ((int) (x_px - grid->rect.x_px), width_px, grid->block_columns);
  for (int row = heat_cells_edge (block_row, grid->n_rows, grid->block_rows);
       row < heat_cells_edge (block_row + 1, grid->n_rows, grid->block_rows); row++)
    for (int column = heat_cells_edge (block_column, grid->n_columns, grid->block_columns);
         column < heat_cells_edge (block_column + 1, grid->n_columns, grid->block_columns); column++)
      {
        int64_t value = heat_cells_value (chart, row, column);

        if (found >= 0 && value <= highest)
          continue;
        highest = value;
        found = row * grid->n_columns + column;
      }
  return found;
}

uint64_t
heat_cells_entry (const HeatChart *chart, int row, int column)
{
  size_t low = chart->row_first[row], end = chart->row_first[row + 1], high = end;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (chart->columns[middle] < (uint32_t) column)
        low = middle + 1;
      else
        high = middle;
    }
  return low < end && chart->columns[low] == (uint32_t) column ? low : UINT64_MAX;
}

/* Entries ascend by column, so that the block of the next one is the same or a later one. */
static void
add_entries (const HeatChart *chart, const ChartGrid *grid, int row, int64_t *highest)
{
  int block = 0, end = heat_cells_edge (1, grid->n_columns, grid->block_columns);

  for (size_t i = chart->row_first[row]; i < chart->row_first[row + 1]; i++)
    {
      while (end <= (int) chart->columns[i])
        end = heat_cells_edge (++block + 1, grid->n_columns, grid->block_columns);
      highest[block] = MAX (highest[block], chart->values[i]);
    }
}

void
heat_cells_highest (const HeatChart *chart, const ChartGrid *grid, int block_row, int64_t *ret_highest)
{
  int first = heat_cells_edge (block_row, grid->n_rows, grid->block_rows);
  int end = heat_cells_edge (block_row + 1, grid->n_rows, grid->block_rows);

  for (int block = 0; block < grid->block_columns; block++)
    ret_highest[block] = HEAT_CHART_UNKNOWN;
  for (int row = first; row < end && chart->row_first != NULL; row++)
    add_entries (chart, grid, row, ret_highest);
  for (int row = first; row < end && chart->row_first == NULL; row++)
    for (int block = 0, column = 0; block < grid->block_columns; block++)
      for (int behind = heat_cells_edge (block + 1, grid->n_columns, grid->block_columns); column < behind; column++)
        ret_highest[block] = MAX (ret_highest[block], heat_cells_value (chart, row, column));
}

/* ---- pixels ---- */

Rgb
heat_cells_colour (const HeatChart *chart, const Rgb colours[], int64_t value)
{
  double range = (double) chart->high - (double) chart->low;
  double share = range > 0 ? ((double) value - (double) chart->low) / range : 0;

  return colours[(int) (CLAMP (share, 0, 1) * (HEAT_COLOURS - 1) + 0.5)];
}

static void
fill (uint32_t *line, int left, int right, uint32_t pixel)
{
  for (int x = left; x < right; x++)
    line[x] = pixel;
}

static void
hatch (uint32_t *line, int left, int right, int y, uint32_t pixel)
{
  for (int x = left + (HATCH_PERIOD_PX - (left + y) % HATCH_PERIOD_PX) % HATCH_PERIOD_PX; x < right; x += HATCH_PERIOD_PX)
    line[x] = pixel;
}

bool
heat_cells_paint (const HeatChart *chart,
                  const ChartGrid *grid,
                  const Theme *theme,
                  uint32_t *pixels,
                  size_t stride_px,
                  int64_t *scratch)
{
  int width_px = (int) grid->rect.width_px, height_px = (int) grid->rect.height_px;
  bool has_unknown = false;
  Rgb colours[HEAT_COLOURS];

  heat_colours (theme, colours);
  for (int row = 0; row < grid->block_rows; row++)
    {
      int top = heat_cells_edge (row, height_px, grid->block_rows);
      int bottom = heat_cells_edge (row + 1, height_px, grid->block_rows) - grid->gap_px;
      uint32_t *line = pixels + (size_t) top * stride_px;
      bool is_row_whole = true;

      heat_cells_highest (chart, grid, row, scratch);
      for (int block = 0; block < grid->block_columns; block++)
        if (scratch[block] != HEAT_CHART_UNKNOWN)
          fill (line, heat_cells_edge (block, width_px, grid->block_columns),
                heat_cells_edge (block + 1, width_px, grid->block_columns) - grid->gap_px,
                0xff000000u | heat_cells_colour (chart, colours, scratch[block]));
        else
          is_row_whole = false;
      for (int y = top + 1; y < bottom; y++)
        memcpy (pixels + (size_t) y * stride_px, line, (size_t) width_px * sizeof *line);
      for (int block = 0; block < grid->block_columns && !is_row_whole && chart->row_first == NULL; block++)
        for (int y = top; y < bottom && scratch[block] == HEAT_CHART_UNKNOWN; y++)
          hatch (pixels + (size_t) y * stride_px, heat_cells_edge (block, width_px, grid->block_columns),
                 heat_cells_edge (block + 1, width_px, grid->block_columns) - grid->gap_px, y,
                 0xff000000u | theme->idle_hatch);
      has_unknown = has_unknown || !is_row_whole;
    }
  return has_unknown;
}
