/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/dashboard_layout.h"

#include <glib.h>

#define COLUMNS_MIN   2
#define COLUMNS_MAX   6
#define HEIGHT_MIN_PX 336
#define HEIGHT_MAX_PX 448

int
dashboard_layout_columns (int width_px, double text_scale)
{
  return CLAMP ((int) ((width_px - 32) / (400 * MAX (text_scale, 1.0))), COLUMNS_MIN, COLUMNS_MAX);
}

/* Returns the width shared by the columns: the page without margins and gaps. */
static int
columns_width_px (int width_px, int n_columns)
{
  int inner_px = MAX (width_px, DASHBOARD_WIDTH_MIN_PX) - 2 * DASHBOARD_MARGIN_PX;

  return inner_px - DASHBOARD_GAP_PX * (n_columns - 1);
}

int
dashboard_layout_pane_height_px (int width_px, double text_scale)
{
  int n_columns = dashboard_layout_columns (width_px, text_scale);
  double unit_px = (double) columns_width_px (width_px, n_columns) / n_columns;
  double scale = MAX (text_scale, 1.0);
  int eighths = (int) (CLAMP (0.72 * unit_px, HEIGHT_MIN_PX * scale, HEIGHT_MAX_PX * scale) / 8 + 0.5);

  return eighths * 8;
}

/* Returns the left edge of a column; for n_columns, the right edge plus a gap. Remainder pixels go to the left. */
static int
column_x_px (int width_px, int n_columns, int column)
{
  int shared_px = columns_width_px (width_px, n_columns);

  return DASHBOARD_MARGIN_PX + column * DASHBOARD_GAP_PX + shared_px / n_columns * column
         + MIN (column, shared_px % n_columns);
}

typedef struct
{
  size_t panes[COLUMNS_MAX];
  int spans[COLUMNS_MAX];
  int n, used; /* panes; columns */
} LayoutRow;

static void
row_add (LayoutRow *row, size_t pane, int span)
{
  row->panes[row->n] = pane;
  row->spans[row->n] = span;
  row->n++;
  row->used += span;
}

/* Gives the remaining columns to the last pane that gains from them. Returns false if none does. */
static bool
row_grow (LayoutRow *row, const PaneShape *shapes, int left)
{
  for (int i = row->n - 1; i >= 0; i--)
    if (shapes[row->panes[i]].grows)
      {
        row->spans[i] += left;
        row->used += left;
        return true;
      }
  return false;
}

static size_t
next_unplaced (const PaneShape *shapes, size_t n, const bool *is_placed, size_t from, int columns_max)
{
  for (size_t i = from; i < n; i++)
    if (!is_placed[i] && shapes[i].span != 0 && shapes[i].span <= columns_max)
      return i;
  return n;
}

/* Collects a row beginning with pane first. A pane over all columns ends what may come before it. */
static void
row_fill (LayoutRow *row, const PaneShape *shapes, size_t n, bool *is_placed, size_t first, int n_columns)
{
  size_t end = first;

  *row = (LayoutRow){ 0 };
  while (end < n && shapes[end].span != 0)
    end++;
  while (row->used < n_columns)
    {
      int left = n_columns - row->used;
      size_t next = next_unplaced (shapes, end, is_placed, first, COLUMNS_MAX);

      if (next < end && (row->n == 0 || shapes[next].span <= left))
        {
          row_add (row, next, MIN (shapes[next].span, left));
          is_placed[next] = true;
          continue;
        }
      if (row_grow (row, shapes, left))
        continue;
      next = next_unplaced (shapes, end, is_placed, first, left);
      if (next < end)
        {
          row_add (row, next, shapes[next].span);
          is_placed[next] = true;
          continue;
        }
      row->spans[row->n - 1] += left;
      row->used = n_columns;
    }
}

static void
row_place (const LayoutRow *row, int width_px, int n_columns, int y_px, int height_px, PanePlace *places)
{
  int column = 0;

  for (int i = 0; i < row->n; i++)
    {
      int x_px = column_x_px (width_px, n_columns, column);

      column += row->spans[i];
      places[row->panes[i]] = (PanePlace){
        .x_px = x_px,
        .y_px = y_px,
        .width_px = column_x_px (width_px, n_columns, column) - DASHBOARD_GAP_PX - x_px,
        .height_px = height_px,
      };
    }
}

int
dashboard_layout_place (int width_px,
                        double text_scale,
                        int full_height_px,
                        const PaneShape *shapes,
                        size_t n,
                        PanePlace *ret_places)
{
  int n_columns = dashboard_layout_columns (width_px, text_scale);
  int height_px = dashboard_layout_pane_height_px (width_px, text_scale);
  int y_px = DASHBOARD_GAP_PX;
  g_autofree bool *is_placed = g_new0 (bool, n);

  for (size_t i = 0; i < n; i++)
    {
      LayoutRow row;

      if (is_placed[i])
        continue;
      if (shapes[i].span == 0)
        {
          int own_px = shapes[i].height_px > 0 ? shapes[i].height_px : full_height_px;

          row = (LayoutRow){ 0 };
          row_add (&row, i, n_columns);
          is_placed[i] = true;
          row_place (&row, width_px, n_columns, y_px, own_px, ret_places);
          y_px += own_px + DASHBOARD_GAP_PX;
          continue;
        }
      row_fill (&row, shapes, n, is_placed, i, n_columns);
      row_place (&row, width_px, n_columns, y_px, height_px, ret_places);
      y_px += height_px + DASHBOARD_GAP_PX;
    }
  return y_px + DASHBOARD_MARGIN_PX - DASHBOARD_GAP_PX;
}
