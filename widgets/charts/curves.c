/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/charts/area_scale.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_axis.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/charts/overlay_lines.h"

#define PLOT_MIN_PX   32.0  /* height; legend and axis give way to it */
#define VALUES_MIN_PX 200.0 /* width of a chart that has labels of values */
#define GRID_MIN_PX   24.0
#define TICK_PX       4.0
#define TICKS_MIN_PX  320.0 /* width of a chart with a tick at each quarter */

typedef struct
{
  Rect rect;
  AreaScale scale;
  bool has_axis, has_values;
} Plot;

static bool
has_curve (const CurvesChart *chart)
{
  for (int i = 0; i < chart->n_series; i++)
    if (chart->series[i].values != NULL)
      return chart->n_points > 0;
  return false;
}

static AreaScale
scale_of (const CurvesChart *chart)
{
  AreaSeries series[OVERLAY_SERIES_MAX];
  int n = 0;

  for (int i = 0; i < chart->n_series; i++)
    if (chart->series[i].values != NULL)
      series[n++] = (AreaSeries){ .values = chart->series[i].values };
  return area_scale_of (
    &(AreaChart){ .n_buckets = chart->n_points, .series = series, .n_series = n, .unit = chart->unit });
}

static Plot
make_plot (const Rect *rect, const DrawStyle *style, const CurvesChart *chart)
{
  double axis_height = chart_axis_height_px (style);
  Plot plot = { .rect = *rect, .scale = scale_of (chart) };

  plot.has_axis = rect->height_px >= axis_height + PLOT_MIN_PX;
  if (plot.has_axis)
    plot.rect.height_px -= axis_height;
  plot.has_values = rect->width_px >= VALUES_MIN_PX;
  if (plot.has_values)
    {
      double column = ceil (area_scale_width_px (&plot.scale, style)) + CHART_GAP_PX;
      double above = floor (text_height_px (style->text, TEXT_CAPTION) / 2);

      plot.rect.x_px += column;
      plot.rect.width_px -= column;
      plot.rect.y_px += above;
      plot.rect.height_px -= above;
    }
  return plot;
}

static double
y_px (const Plot *plot, double value)
{
  return round (plot->rect.y_px + (plot->rect.height_px - 1) * (1 - fmin (value / plot->scale.full, 1)));
}

static double
x_px (const Plot *plot, const CurvesChart *chart, int point)
{
  return round (plot->rect.x_px + plot->rect.width_px * point / chart->n_points);
}

static void
draw_grid (cairo_t *cr, const DrawStyle *style, const Plot *plot)
{
  int every = 1;
  char text[NUMBER_TEXT_MAX];

  while (plot->scale.n_steps % every != 0
         || (plot->rect.height_px * every / plot->scale.n_steps < GRID_MIN_PX && every < plot->scale.n_steps))
    every++;
  for (int i = 0; i <= plot->scale.n_steps; i += every)
    {
      double y = y_px (plot, plot->scale.full * i / plot->scale.n_steps);

      theme_set_source (cr, i == 0 ? style->theme->rule : style->theme->grid);
      cairo_rectangle (cr, plot->rect.x_px, y, plot->rect.width_px, 1);
      cairo_fill (cr);
      if (plot->has_values)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT,
                   plot->rect.x_px - CHART_GAP_PX, y,
                   area_scale_text (&plot->scale, style->numbers, i, text));
    }
}

/* The stretch of known values from point on: the first and the one behind the last. */
static bool
next_stretch (const CurvesChart *chart, const double *values, int point, int *ret_first, int *ret_end)
{
  while (point < chart->n_points && isnan (values[point]))
    point++;
  *ret_first = point;
  while (point < chart->n_points && !isnan (values[point]))
    point++;
  *ret_end = point;
  return *ret_first < *ret_end;
}

static void
add_outline (cairo_t *cr,
             const Plot *plot,
             const CurvesChart *chart,
             const double *values,
             int first,
             int end)
{
  for (int point = first; point < end; point++)
    {
      cairo_line_to (cr, x_px (plot, chart, point), y_px (plot, values[point]));
      cairo_line_to (cr, x_px (plot, chart, point + 1), y_px (plot, values[point]));
    }
}

static void
draw_series (cairo_t *cr, const DrawStyle *style, const CurvesChart *chart, const Plot *plot, int i)
{
  const double *values = chart->series[i].values;
  double base = plot->rect.y_px + plot->rect.height_px - 1;
  int first, end = 0;

  while (values != NULL && next_stretch (chart, values, end, &first, &end))
    {
      if (i == 0)
        {
          cairo_new_path (cr);
          cairo_move_to (cr, x_px (plot, chart, first), base);
          add_outline (cr, plot, chart, values, first, end);
          cairo_line_to (cr, x_px (plot, chart, end), base);
          cairo_close_path (cr);
          theme_set_source_alpha (cr, overlay_colour (style->theme, i), OVERLAY_AREA_ALPHA);
          cairo_fill (cr);
        }
      cairo_save (cr);
      cairo_new_path (cr);
      add_outline (cr, plot, chart, values, first, end);
      overlay_set_line (cr, style->theme, i);
      cairo_stroke (cr);
      cairo_restore (cr);
    }
}

static void
draw_points (cairo_t *cr,
             const DrawStyle *style,
             const CurvesChart *chart,
             const Plot *plot,
             const ChartMarks *marks,
             ChartMap *map)
{
  for (int point = 0; point < chart->n_points; point++)
    {
      double left = x_px (plot, chart, point), right = x_px (plot, chart, point + 1);
      const Rect column = { left, plot->rect.y_px, fmax (right - left, 1), plot->rect.height_px };

      if (chart_is_lit (marks, point))
        chart_draw_wash (cr, style, &column);
      chart_add_rect (cr, &column);
      chart_draw_marks (cr, style, marks, point);
      chart_map_add (map, point, column);
    }
}

/* From the begin of a step to its end, in per cent. */
static void
draw_axis (cairo_t *cr, const DrawStyle *style, const Plot *plot, const Rect *rect)
{
  int step = plot->rect.width_px >= TICKS_MIN_PX ? 25 : 50;
  double base = plot->rect.y_px + plot->rect.height_px;
  double middle = base + TICK_PX + 2 + text_height_px (style->text, TEXT_CAPTION) / 2;
  char text[NUMBER_TEXT_MAX];

  for (int percent = 0; percent <= 100; percent += step)
    {
      double x = plot->rect.x_px + plot->rect.width_px * percent / 100;

      number_text_percent (style->numbers, percent, text);
      double width = text_width_px (style->text, TEXT_CAPTION, text);
      theme_set_source (cr, style->theme->rule);
      cairo_rectangle (cr, fmin (floor (x), plot->rect.x_px + plot->rect.width_px - 1), base, 1, TICK_PX);
      cairo_fill (cr);
      text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT,
                 fmax (fmin (x - width / 2, rect->x_px + rect->width_px - width), rect->x_px), middle, text);
    }
}

void
curves_chart_draw (cairo_t *cr,
                   const Rect *rect,
                   const DrawStyle *style,
                   const CurvesChart *chart,
                   const ChartMarks *marks,
                   ChartMap *ret_map)
{
  double legend = overlay_legend_height_px (style, chart->n_series);
  Rect rest = *rect;

  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (rect->height_px >= legend + PLOT_MIN_PX)
    {
      for (int i = 0; i < chart->n_series; i++)
        overlay_legend_draw_line (cr, rect, style, i, chart->series[i].label, chart->series[i].text);
      rest.y_px += legend;
      rest.height_px -= legend;
    }
  if (!has_curve (chart))
    chart_draw_empty (cr, &rest, style);
  else
    {
      const Plot plot = make_plot (&rest, style, chart);

      draw_grid (cr, style, &plot);
      for (int i = 0; i < chart->n_series; i++)
        draw_series (cr, style, chart, &plot, i);
      draw_points (cr, style, chart, &plot, marks, ret_map);
      if (plot.has_axis)
        draw_axis (cr, style, &plot, rect);
    }
  cairo_restore (cr);
}
