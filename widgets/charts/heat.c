/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/charts/heat_cells.h"
#include "widgets/charts/heat_colours.h"
#include "widgets/charts/heat_key.h"

#define KEY_LINES_MAX 3
#define PLOT_MIN_PX   24.0 /* key and labels give way to it */
#define LABEL_GAP_PX  6.0
#define LABEL_SHARE   0.25 /* of the width, at most */
#define COLUMN_GAP_PX 10.0 /* between labels of columns */
#define TEXT_PAD_PX   3.0  /* of a value in its cell */
#define VALUES_MAX    600  /* cells that show their values */
#define MARK_MIN_PX   13.0 /* a mark around less is drawn outside of it, without dashes */

typedef struct
{
  int at; /* row or column */
  char *text;
} Label;

static void
clear_label (gpointer label)
{
  g_free (((Label *) label)->text);
}

static GArray *
labels_new (void)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (Label));

  g_array_set_clear_func (labels, clear_label);
  return labels;
}

static double
line_px (const DrawStyle *style)
{
  return ceil (text_height_px (style->text, TEXT_CAPTION));
}

/* ---- which labels are drawn ---- */

/* As many as do not touch: of every 2nd, 4th, 8th ... row. Where only some rows have a label, of each that has room. */
static GArray *
choose_rows (const HeatChart *chart, double height_px, double line)
{
  GArray *labels = labels_new ();
  double pitch_px = height_px / chart->n_rows, end_px = -INFINITY;
  int by = 1;

  while (!chart->has_row_groups && by < chart->n_rows && pitch_px * by < line)
    by *= 2;
  for (int row = 0; row < chart->n_rows; row += by)
    {
      double middle_px = pitch_px * (row + 0.5);

      if (middle_px - line / 2 < end_px || middle_px + line / 2 > fmax (height_px + 2, line))
        continue;
      const Label label = { row, chart->row_label (chart->user_data, row) };
      if (label.text == NULL)
        continue;
      g_array_append_val (labels, label);
      end_px = middle_px + line / 2;
    }
  return labels;
}

static double
widest_px (const DrawStyle *style, const GArray *labels)
{
  double widest = 0;

  for (guint i = 0; i < labels->len; i++)
    widest = fmax (widest, text_width_px (style->text, TEXT_CAPTION, g_array_index (labels, Label, i).text));
  return ceil (widest);
}

/* Returns the smallest 1, 2 or 5 x 10^k that is at least n. */
static int64_t
round_up (double n)
{
  for (int64_t power = 1;; power *= 10)
    for (int i = 0; i < 3; i++)
      {
        int64_t by = power * (i == 0 ? 1 : i == 1 ? 2 : 5);

        if ((double) by >= n || power > INT64_MAX / 100)
          return by;
      }
}

static double
label_width_px (const DrawStyle *style, const HeatChart *chart, int column)
{
  g_autofree char *text = chart->column_label (chart->user_data, column);

  return text_width_px (style->text, TEXT_CAPTION, text);
}

/* ---- drawing ---- */

static void
draw_row_labels (cairo_t *cr, const DrawStyle *style, const HeatChart *chart, const ChartGrid *grid, const GArray *labels, double width_px)
{
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);
      double middle_px = grid->rect.height_px * (label->at + 0.5) / chart->n_rows;

      text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT, TEXT_MIDDLE,
                        grid->rect.x_px - LABEL_GAP_PX, grid->rect.y_px + middle_px - grid->gap_px * 0.5, width_px,
                        label->text);
    }
}

static void
draw_column_labels (cairo_t *cr, const Rect *rect, const DrawStyle *style, const HeatChart *chart, const ChartGrid *grid)
{
  double pitch_px = grid->rect.width_px / chart->n_columns;
  double widest_px = fmax (label_width_px (style, chart, 0), label_width_px (style, chart, chart->n_columns - 1));
  int64_t by = round_up ((widest_px + COLUMN_GAP_PX) / pitch_px), first = (by - chart->first_column % by) % by;
  double y_px = grid->rect.y_px + grid->rect.height_px + 4 + line_px (style) / 2, end_px = -INFINITY;

  if (grid->rect.x_px - LABEL_GAP_PX > rect->x_px)
    text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT, TEXT_MIDDLE,
                      grid->rect.x_px - LABEL_GAP_PX, y_px, grid->rect.x_px - LABEL_GAP_PX - rect->x_px, chart->corner);
  for (int64_t column = first >= 0 ? first : first + by; column < chart->n_columns; column += by)
    {
      g_autofree char *text = chart->column_label (chart->user_data, (int) column);
      double width_px = text_width_px (style->text, TEXT_CAPTION, text);
      double left_px = grid->rect.x_px + pitch_px * ((double) column + 0.5) - (width_px + grid->gap_px) / 2;

      left_px = fmax (fmin (left_px, rect->x_px + rect->width_px - width_px), grid->rect.x_px);
      if (left_px < end_px || left_px + width_px > rect->x_px + rect->width_px + 1)
        continue;
      text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, left_px, y_px, text);
      end_px = left_px + width_px + COLUMN_GAP_PX / 2;
    }
}

/* Colours do not tell alone what can be told in words. */
static void
draw_values (cairo_t *cr, const DrawStyle *style, const HeatChart *chart, const ChartGrid *grid)
{
  int n = grid->n_rows * grid->n_columns;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  double widest_px = 0, line = line_px (style);
  Rgb colours[HEAT_COLOURS];

  for (int cell = 0; cell < n; cell++)
    {
      int64_t value = heat_cells_value (chart, cell / grid->n_columns, cell % grid->n_columns);
      char *text = value != HEAT_CHART_UNKNOWN ? chart->value_text (chart->user_data, value, style->numbers) : NULL;

      g_ptr_array_add (texts, text);
      if (text != NULL)
        widest_px = fmax (widest_px, text_width_px (style->text, TEXT_CAPTION, text));
    }
  if (widest_px + 2 * TEXT_PAD_PX > floor (grid->rect.width_px / grid->n_columns) - grid->gap_px)
    return;
  heat_colours (style->theme, colours);
  for (int cell = 0; cell < n; cell++)
    {
      const Rect at = heat_cells_rect_of (grid, cell);
      int64_t value = heat_cells_value (chart, cell / grid->n_columns, cell % grid->n_columns);

      if (value != HEAT_CHART_UNKNOWN && at.height_px >= line)
        text_draw (style->text, cr, TEXT_CAPTION, heat_ink (heat_cells_colour (chart, colours, value)), TEXT_CENTER,
                   at.x_px + at.width_px / 2, at.y_px + at.height_px / 2, g_ptr_array_index (texts, cell));
    }
}

static void
draw_outlines (cairo_t *cr, const DrawStyle *style, const ChartGrid *grid)
{
  const Theme *theme = style->theme;

  if (grid->gap_px == 0)
    {
      const Rect around = { grid->rect.x_px - 1, grid->rect.y_px - 1, grid->rect.width_px + 2, grid->rect.height_px + 2 };

      chart_add_rect (cr, &around);
      theme_stroke_inside (cr, theme->has_borders ? theme->text : theme->idle_hatch, 1, 1);
    }
  for (int block = 0; grid->gap_px > 0 && theme->has_borders && block < grid->block_rows * grid->block_columns; block++)
    {
      const Rect at = heat_cells_block_rect (grid, block / grid->block_columns, block % grid->block_columns);

      chart_add_rect (cr, &at);
      theme_stroke_inside (cr, theme->text, 1, 1);
    }
}

/* Returns whether all went well; it does unless memory runs out. */
static bool
draw_cells (cairo_t *cr, const DrawStyle *style, const HeatChart *chart, const ChartGrid *grid)
{
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) grid->rect.width_px, (int) grid->rect.height_px);
  g_autofree int64_t *scratch = g_try_new (int64_t, grid->block_columns);
  bool ok = cairo_surface_status (image) == CAIRO_STATUS_SUCCESS && scratch != NULL;

  if (ok)
    {
      cairo_surface_flush (image);
      heat_cells_paint (chart, grid, style->theme, (uint32_t *) (void *) cairo_image_surface_get_data (image),
                        (size_t) cairo_image_surface_get_stride (image) / sizeof (uint32_t), scratch);
      cairo_surface_mark_dirty (image);
      cairo_set_source_surface (cr, image, grid->rect.x_px, grid->rect.y_px);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      chart_add_rect (cr, &grid->rect);
      cairo_fill (cr);
    }
  cairo_surface_destroy (image);
  return ok;
}

/* The marks of a cell that is smaller than they are lie around it. */
static void
draw_mark (cairo_t *cr, const DrawStyle *style, const ChartMarks *marks, const ChartGrid *grid, int cell)
{
  if (cell < 0 || cell >= grid->n_rows * grid->n_columns)
    return;
  Rect at = heat_cells_rect_of (grid, cell);
  double more_px = fmax (MARK_MIN_PX - at.width_px, 0), lower_px = fmax (MARK_MIN_PX - at.height_px, 0);

  at = (Rect){ at.x_px - floor (more_px / 2), at.y_px - floor (lower_px / 2), at.width_px + more_px,
               at.height_px + lower_px };
  if (more_px > 0 || lower_px > 0)
    {
      const Rect halo = { at.x_px - 1, at.y_px - 1, at.width_px + 2, at.height_px + 2 };

      chart_add_rect (cr, &halo);
      theme_stroke_inside (cr, style->theme->card, 1, 4);
      chart_add_rect (cr, &at);
      theme_stroke_inside (cr, marks->focused == cell ? style->theme->accent : style->theme->text, 1, 2);
      return;
    }
  chart_add_rect (cr, &at);
  chart_draw_marks (cr, style, marks, cell);
}

static int
shared_cells (const ChartGrid *grid)
{
  return ((grid->n_rows + grid->block_rows - 1) / grid->block_rows)
         * ((grid->n_columns + grid->block_columns - 1) / grid->block_columns);
}

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const HeatChart *chart, const ChartMarks *marks, ChartMap *map)
{
  /* Whole px, with room for the outline. */
  double line = line_px (style), left_px = ceil (rect->x_px) + 1, top_px = ceil (rect->y_px) + 1;
  Rect plot = { left_px, top_px, floor (rect->x_px + rect->width_px) - 1 - left_px,
                floor (rect->y_px + rect->height_px) - 1 - top_px };

  if (plot.width_px < 1 || plot.height_px < 1)
    return;

  /* How many cells share a px is not known before the key has its place: another line changes little. */
  const ChartGrid whole = heat_cells_grid (chart, &plot);
  int n_lines = heat_key_draw (NULL, rect, style, chart, MAX (shared_cells (&whole), whole.gap_px > 0 ? 1 : 2));
  bool has_names = plot.height_px >= PLOT_MIN_PX + line + 4;
  if (has_names)
    plot.height_px -= line + 4;
  bool has_key = n_lines <= KEY_LINES_MAX && plot.height_px >= PLOT_MIN_PX + n_lines * line + CHART_GAP_PX;
  if (has_key)
    {
      plot.y_px += n_lines * line + CHART_GAP_PX;
      plot.height_px -= n_lines * line + CHART_GAP_PX;
    }
  g_autoptr (GArray) labels = choose_rows (chart, plot.height_px, line);
  double column_px = fmin (fmax (widest_px (style, labels), ceil (text_width_px (style->text, TEXT_CAPTION, chart->corner))),
                           floor (plot.width_px * LABEL_SHARE));
  plot.x_px += column_px + LABEL_GAP_PX;
  plot.width_px -= column_px + LABEL_GAP_PX;
  if (plot.width_px < 1 || plot.height_px < 1)
    return;

  const ChartGrid grid = heat_cells_grid (chart, &plot);
  if (!draw_cells (cr, style, chart, &grid))
    return;
  if (map != NULL)
    map->grid = grid;
  if (has_key)
    heat_key_draw (cr, rect, style, chart, shared_cells (&grid));
  draw_row_labels (cr, style, chart, &grid, labels, column_px);
  if (has_names)
    draw_column_labels (cr, rect, style, chart, &grid);
  draw_outlines (cr, style, &grid);
  if (grid.gap_px > 0 && (int64_t) grid.n_rows * grid.n_columns <= VALUES_MAX)
    draw_values (cr, style, chart, &grid);
  if (marks != NULL)
    {
      draw_mark (cr, style, marks, &grid, marks->focused);
      if (marks->hovered != marks->focused)
        draw_mark (cr, style, marks, &grid, marks->hovered);
    }
}

void
heat_chart_draw (cairo_t *cr,
                 const Rect *rect,
                 const DrawStyle *style,
                 const HeatChart *chart,
                 const ChartMarks *marks,
                 ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_rows == 0 || chart->n_columns == 0)
    chart_draw_empty (cr, rect, style);
  else
    draw (cr, rect, style, chart, marks, ret_map);
  cairo_restore (cr);
}
