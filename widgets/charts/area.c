/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>

#include "widgets/charts/area_scale.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_axis.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define LINES_MAX     4    /* series in one plot */
#define ROW_MIN_PX    24.0 /* of a series that has a row of its own */
#define ROW_MAX_PX    72.0
#define NAMES_SHARE   0.25 /* of the width */
#define WIDTH_MIN_PX  48.0 /* of a plot; names give way to it */
#define PLOT_MIN_PX   32.0
#define SHARES_MIN_PX 160.0 /* width of a chart that has labels of shares */
#define AREA_ALPHA    0.15
#define LINE_WIDTH_PX 1.5
#define SAMPLE_PX     20.0 /* of a line, in the legend */

/* Devices are not kinds of work and so have no hue: lines are told apart by strength and dashes. */
static const struct
{
  double dashes[2];
  int n_dashes;
  double width_px;
  bool is_busy;
} line_styles[LINES_MAX] = {
  { { 0, 0 }, 0, LINE_WIDTH_PX, true },
  { { 0, 0 }, 0, 1, false },
  { { 6, 3 }, 2, LINE_WIDTH_PX, true },
  { { 2, 2 }, 2, 1, false },
};

static double
bucket_px (const Rect *plot, const AreaChart *chart, int bucket)
{
  return round (plot->x_px + plot->width_px * bucket / chart->n_buckets);
}

/* share: of the upper edge's value. */
static double
share_px (const Rect *plot, double share)
{
  return round (plot->y_px + (plot->height_px - 1) * (1 - fmin (fmax (share, 0), 1)));
}

static void
fill_area (cairo_t *cr,
           const Theme *theme,
           const Rect *plot,
           const AreaChart *chart,
           double full,
           const double *values)
{
  double base = plot->y_px + plot->height_px;

  for (int i = 0; i < chart->n_buckets; i++)
    if (!isnan (values[i]))
      {
        double left = bucket_px (plot, chart, i), top = share_px (plot, values[i] / full);
        cairo_rectangle (cr, left, top, bucket_px (plot, chart, i + 1) - left, base - top);
      }
  theme_set_source_alpha (cr, theme->busy_line, AREA_ALPHA);
  cairo_fill (cr);
}

static void
set_line_style (cairo_t *cr, const Theme *theme, int series)
{
  theme_set_source (cr, line_styles[series].is_busy ? theme->busy_line : theme->text);
  cairo_set_line_width (cr, line_styles[series].width_px);
  cairo_set_dash (cr, line_styles[series].dashes, line_styles[series].n_dashes, 0);
}

static void
stroke_steps (cairo_t *cr,
              const Theme *theme,
              const Rect *plot,
              const AreaChart *chart,
              double full,
              int series,
              int line_style)
{
  const double *values = chart->series[series].values;
  bool has_point = false;

  for (int i = 0; i < chart->n_buckets; i++)
    {
      if (isnan (values[i]))
        {
          has_point = false;
          continue;
        }
      /* Half a line inside, so that 0 and 100 % are seen whole. */
      double y = fmin (fmax (share_px (plot, values[i] / full), plot->y_px + LINE_WIDTH_PX / 2),
                       plot->y_px + plot->height_px - LINE_WIDTH_PX / 2);
      if (has_point)
        cairo_line_to (cr, bucket_px (plot, chart, i), y);
      else
        cairo_move_to (cr, bucket_px (plot, chart, i), y);
      cairo_line_to (cr, bucket_px (plot, chart, i + 1), y);
      has_point = true;
    }
  cairo_save (cr);
  set_line_style (cr, theme, line_style);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
mark_buckets (cairo_t *cr,
              const DrawStyle *style,
              const Rect *plot,
              const AreaChart *chart,
              const ChartMarks *marks)
{
  if (marks == NULL)
    return;

  const int marked[] = { marks->hovered, marks->selected, marks->focused };
  for (size_t i = 0; i < G_N_ELEMENTS (marked); i++)
    if (marked[i] >= 0 && marked[i] < chart->n_buckets)
      {
        double left = bucket_px (plot, chart, marked[i]), right = bucket_px (plot, chart, marked[i] + 1);
        const Rect column = { left, plot->y_px, fmax (right - left, 1), plot->height_px };

        if (chart_is_lit (marks, marked[i]))
          chart_draw_wash (cr, style, &column);
        chart_add_rect (cr, &column);
        chart_draw_marks (cr, style, marks, marked[i]);
      }
}

static void
map_buckets (ChartMap *map, int series, const Rect *plot, const AreaChart *chart)
{
  for (int i = 0; i < chart->n_buckets; i++)
    {
      double left = bucket_px (plot, chart, i);

      chart_map_add_of_series (
        map, series, i, (Rect){ left, plot->y_px, bucket_px (plot, chart, i + 1) - left, plot->height_px });
    }
}

/* ---- one plot ---- */

/* Lines at round values; their labels at the left where there is room, as many as do not touch. */
static void
draw_grid (cairo_t *cr, const DrawStyle *style, const Rect *plot, const AreaScale *scale, bool has_labels)
{
  double row = text_height_px (style->text, TEXT_CAPTION);
  int every = 1;

  while (every < scale->n_steps
         && (scale->n_steps % every != 0 || plot->height_px < (scale->n_steps / every) * (row + 4)))
    every++;
  for (int i = 0; i <= scale->n_steps; i++)
    {
      char text[NUMBER_TEXT_MAX];
      double y = share_px (plot, (double) i / scale->n_steps);

      theme_set_source (cr, i == 0 ? style->theme->rule : style->theme->grid);
      cairo_rectangle (cr, plot->x_px, y, plot->width_px, 1);
      cairo_fill (cr);
      if (has_labels && i % every == 0)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT,
                   plot->x_px - CHART_GAP_PX, y, area_scale_text (scale, style->numbers, i, text));
    }
}

/* A sample of each line and its name, in one row from the left. */
static void
draw_line_names (cairo_t *cr,
                 const DrawStyle *style,
                 const AreaChart *chart,
                 double left_px,
                 double right_px,
                 double middle_px)
{
  double share = (right_px - left_px) / chart->n_series;

  for (int i = 0; i < chart->n_series; i++)
    {
      double x = left_px;

      cairo_save (cr);
      set_line_style (cr, style->theme, i);
      cairo_move_to (cr, x, middle_px);
      cairo_line_to (cr, x + SAMPLE_PX, middle_px);
      cairo_stroke (cr);
      cairo_restore (cr);
      x += SAMPLE_PX + CHART_GAP_PX;
      x += text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, x,
                             middle_px, share - SAMPLE_PX - 3 * CHART_GAP_PX, chart->series[i].label);
      left_px = x + 2 * CHART_GAP_PX;
    }
}

static void
draw_lines (cairo_t *cr,
            const Rect *rect,
            const DrawStyle *style,
            const AreaChart *chart,
            const ChartMarks *marks,
            ChartMap *map)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION));
  double axis_height = chart_axis_height_px (style);
  Rect plot = *rect;
  bool has_axis = rect->height_px >= axis_height + row / 2 + PLOT_MIN_PX;
  bool has_shares = rect->width_px >= SHARES_MIN_PX && rect->height_px >= PLOT_MIN_PX + row;
  const AreaScale scale = area_scale_of (chart);
  bool has_names = chart->n_series > 1 && rect->height_px >= axis_height + 2 * row + PLOT_MIN_PX;
  double above = has_names ? row + CHART_GAP_PX : 0;

  if (has_shares)
    {
      double column = ceil (area_scale_width_px (&scale, style)) + CHART_GAP_PX;

      plot.x_px += column;
      plot.width_px -= column;
      above = fmax (above, ceil (row / 2));
    }
  plot.y_px += above;
  plot.height_px -= above + (has_axis ? axis_height : has_shares ? ceil (row / 2) : 0);

  draw_grid (cr, style, &plot, &scale, has_shares);
  if (has_names)
    draw_line_names (cr, style, chart, plot.x_px, plot.x_px + plot.width_px, rect->y_px + row / 2);
  if (chart->n_series == 1)
    fill_area (cr, style->theme, &plot, chart, scale.full, chart->series[0].values);
  for (int i = chart->n_series - 1; i >= 0; i--)
    stroke_steps (cr, style->theme, &plot, chart, scale.full, i, i);
  mark_buckets (cr, style, &plot, chart, marks);
  map_buckets (map, -1, &plot, chart);
  if (has_axis)
    {
      const ChartAxis axis = { chart->begin_ns, chart->end_ns, plot.x_px, plot.width_px };
      chart_axis_draw (cr, style, &axis, plot.y_px + plot.height_px, rect->x_px, rect->x_px + rect->width_px);
    }
}

/* ---- a row per series ---- */

static void
draw_rows (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const AreaChart *chart,
           const ChartMarks *marks,
           ChartMap *map)
{
  double row_min = fmax (ROW_MIN_PX, ceil (text_height_px (style->text, TEXT_CAPTION)) + 4);
  double axis_height = chart_axis_height_px (style);
  bool has_axis = rect->height_px >= axis_height + 2 * row_min;
  double rows_height = rect->height_px - (has_axis ? axis_height : 0);
  int n_rows = (int) fmin (chart->n_series, fmax (floor (rows_height / row_min), 1));
  int n_shown = n_rows < chart->n_series ? n_rows - 1 : n_rows;
  double pitch = fmin (floor (rows_height / n_rows), ROW_MAX_PX), names = 0;
  const AreaScale scale = area_scale_of (chart);
  bool has_own_areas = (int64_t) chart->n_buckets * n_shown <= CHART_AREAS_MAX;
  Rect plot = { 0, 0, 0, 0 };

  for (int i = 0; i < n_shown; i++)
    names = fmax (names, ceil (text_width_px (style->text, TEXT_CAPTION, chart->series[i].label)));
  names = fmin (names, floor (NAMES_SHARE * rect->width_px)) + CHART_GAP_PX;
  if (rect->width_px - names < WIDTH_MIN_PX)
    names = 0;

  for (int i = 0; i < n_shown; i++)
    {
      double left = rect->x_px + names;
      plot = (Rect){ left, rect->y_px + pitch * i, rect->x_px + rect->width_px - left, pitch - 4 };

      text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, rect->x_px,
                        plot.y_px + plot.height_px / 2, names - CHART_GAP_PX, chart->series[i].label);
      theme_set_source (cr, style->theme->grid);
      cairo_rectangle (cr, plot.x_px, plot.y_px + plot.height_px - 1, plot.width_px, 1);
      cairo_fill (cr);
      fill_area (cr, style->theme, &plot, chart, scale.full, chart->series[i].values);
      stroke_steps (cr, style->theme, &plot, chart, scale.full, i, 0);
      mark_buckets (cr, style, &plot, chart, marks);
      if (has_own_areas)
        map_buckets (map, i, &plot, chart);
    }
  if (n_shown < chart->n_series)
    chart_draw_more (cr, style, rect->x_px, rect->y_px + pitch * (n_shown + 0.5), rect->width_px,
                     chart->n_series - n_shown);
  if (n_shown == 0)
    return;

  const Rect all = { plot.x_px, rect->y_px, plot.width_px, pitch * n_shown };
  if (!has_own_areas)
    map_buckets (map, -1, &all, chart);
  if (has_axis)
    {
      const ChartAxis axis = { chart->begin_ns, chart->end_ns, plot.x_px, plot.width_px };
      chart_axis_draw (cr, style, &axis, rect->y_px + pitch * n_rows, rect->x_px,
                       rect->x_px + rect->width_px);
    }
}

void
area_chart_draw (cairo_t *cr,
                 const Rect *rect,
                 const DrawStyle *style,
                 const AreaChart *chart,
                 const ChartMarks *marks,
                 ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_series == 0 || chart->n_buckets == 0)
    chart_draw_empty (cr, rect, style);
  else if (chart->n_series <= LINES_MAX)
    draw_lines (cr, rect, style, chart, marks, ret_map);
  else
    draw_rows (cr, rect, style, chart, marks, ret_map);
  cairo_restore (cr);
}
