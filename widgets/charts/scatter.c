/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/scatter.h"

#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/charts/scatter_shape.h"
#include "widgets/charts/value_axis.h"

#define LEGEND_LINES_MAX 3
#define ENTRY_GAP_PX     16.0
#define SHAPE_PX         4.5 /* radius in the legend */

#define POINT_PX      3.5 /* radius of one thing; of many up to the next */
#define POINT_MAX_PX  7.0
#define POINT_ROOM_PX 9.0 /* between the outermost points and the edges of the plot */
#define MARK_GAP_PX   3.0

#define SPAN_MIN      4.0 /* high / low of a logarithmic axis */
#define PLOT_MIN_PX   48.0
#define LABELS_MIN_PX 160.0 /* width of a plot that has labels at its left */
#define TICK_PX       4.0
#define LABEL_GAP_PX  16.0
#define GRID_MIN_PX   28.0

typedef struct
{
  Rect rect;
  ValueAxis x, y;
  bool has_x, has_y; /* labels */
} Plot;

static double
line_px (const DrawStyle *style)
{
  return ceil (text_height_px (style->text, TEXT_CAPTION));
}

/* ---- legend ---- */

/* Draws the legend, or measures it if cr is NULL. Returns its lines. */
static int
draw_legend (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ScatterChart *chart)
{
  double line = line_px (style), x = rect->x_px, end = rect->x_px + rect->width_px;
  int n_lines = 1;

  if (cr != NULL)
    text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, x, rect->y_px + line / 2,
                      rect->width_px, chart->title);
  x += ceil (text_width_px (style->text, TEXT_CAPTION, chart->title)) + ENTRY_GAP_PX;
  for (int i = 0; i < SCATTER_SERIES_MAX; i++)
    {
      if (chart->series[i] == NULL)
        continue;
      double text_px = ceil (text_width_px (style->text, TEXT_CAPTION, chart->series[i]));
      double width_px = SWATCH_PX + 4 + text_px;

      if (x > rect->x_px && x + width_px > end)
        {
          x = rect->x_px;
          n_lines++;
        }
      double middle = rect->y_px + line * (n_lines - 0.5);
      if (cr != NULL)
        {
          scatter_shape_draw (cr, style->theme, i, x + SWATCH_PX / 2, middle, SHAPE_PX);
          text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE,
                            x + SWATCH_PX + 4, middle, fmax (end - x - SWATCH_PX - 4, 0), chart->series[i]);
        }
      x += width_px + ENTRY_GAP_PX;
    }
  return n_lines;
}

/* ---- axes ---- */

/* A logarithmic axis is long enough that small differences look small. */
static void
set_span (ValueAxis *axis, double least, double most, bool is_log)
{
  double more = sqrt (fmax (SPAN_MIN / (most / least), 1));

  axis->is_log = is_log;
  axis->low = is_log ? least / more : 0;
  axis->high = is_log ? most * more : most;
}

static void
set_spans (Plot *plot, const ScatterChart *chart)
{
  double least_x = INFINITY, most_x = 0, least_y = INFINITY, most_y = 0;

  for (int i = 0; i < chart->n_points; i++)
    {
      least_x = fmin (least_x, chart->points[i].x);
      most_x = fmax (most_x, chart->points[i].x);
      least_y = fmin (least_y, chart->points[i].y);
      most_y = fmax (most_y, chart->points[i].y);
    }
  set_span (&plot->x, least_x, most_x, true);
  set_span (&plot->y, least_y, most_y, chart->is_y_log);
}

static void
set_places (Plot *plot, const ScatterChart *chart)
{
  const Rect *rect = &plot->rect;

  plot->x.from_px = rect->x_px + POINT_ROOM_PX;
  plot->x.to_px = rect->x_px + rect->width_px - POINT_ROOM_PX;
  plot->y.from_px = rect->y_px + rect->height_px - (chart->is_y_log ? POINT_ROOM_PX : 1);
  plot->y.to_px = rect->y_px + POINT_ROOM_PX;
}

static double
y_labels_px (const DrawStyle *style, const ScatterChart *chart, const Plot *plot)
{
  double ticks[VALUE_AXIS_TICKS_MAX], widest = 0;
  int n = value_axis_ticks (&plot->y, GRID_MIN_PX, ticks);
  char text[NUMBER_TEXT_MAX];

  for (int i = 0; i < n; i++)
    widest = fmax (widest, text_width_px (style->text, TEXT_CAPTION, chart->y_text (style->numbers, ticks[i], text)));
  return ceil (widest);
}

static void
draw_y_axis (cairo_t *cr, const DrawStyle *style, const ScatterChart *chart, const Plot *plot)
{
  double ticks[VALUE_AXIS_TICKS_MAX], line = line_px (style);
  int n = value_axis_ticks (&plot->y, GRID_MIN_PX, ticks);
  double base = plot->rect.y_px + plot->rect.height_px - 1;
  char text[NUMBER_TEXT_MAX];

  for (int i = 0; i < n; i++)
    {
      double y = fmin (round (value_axis_px (&plot->y, ticks[i])), base);

      theme_set_source (cr, style->theme->grid);
      cairo_rectangle (cr, plot->rect.x_px, y, plot->rect.width_px, 1);
      cairo_fill (cr);
      if (plot->has_y && y - line / 2 >= plot->rect.y_px - line && y + line / 2 <= base + line)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT, plot->rect.x_px - CHART_GAP_PX,
                   y, chart->y_text (style->numbers, ticks[i], text));
    }
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, plot->rect.x_px, base, plot->rect.width_px, 1);
  cairo_fill (cr);
}

/* The widest label is that of a value with the most digits, so all are tried. */
static double
x_gap_px (const DrawStyle *style, const ScatterChart *chart, const Plot *plot)
{
  double gap = GRID_MIN_PX, ticks[VALUE_AXIS_TICKS_MAX];
  char text[NUMBER_TEXT_MAX];

  for (int tries = 0; tries < 4; tries++)
    {
      int n = value_axis_ticks (&plot->x, gap, ticks);
      double widest = 0;

      for (int i = 0; i < n; i++)
        widest = fmax (widest, text_width_px (style->text, TEXT_CAPTION, chart->x_text (style->numbers, ticks[i], text)));
      if (widest + LABEL_GAP_PX <= gap)
        break;
      gap = widest + LABEL_GAP_PX;
    }
  return gap;
}

static void
draw_x_axis (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ScatterChart *chart, const Plot *plot)
{
  double ticks[VALUE_AXIS_TICKS_MAX], base = plot->rect.y_px + plot->rect.height_px, end_px = rect->x_px;
  double middle = base + TICK_PX + 2 + line_px (style) / 2;
  int n = value_axis_ticks (&plot->x, x_gap_px (style, chart, plot), ticks);
  char text[NUMBER_TEXT_MAX];

  for (int i = 0; i < n; i++)
    {
      double x = floor (value_axis_px (&plot->x, ticks[i]));

      theme_set_source (cr, style->theme->grid);
      cairo_rectangle (cr, x, plot->rect.y_px, 1, plot->rect.height_px - 1);
      cairo_fill (cr);
      theme_set_source (cr, style->theme->rule);
      cairo_rectangle (cr, x, base, 1, TICK_PX);
      cairo_fill (cr);
      chart->x_text (style->numbers, ticks[i], text);
      double width = text_width_px (style->text, TEXT_CAPTION, text);
      double left = fmax (fmin (x - width / 2, rect->x_px + rect->width_px - width), rect->x_px);
      if (!plot->has_x || left < end_px)
        continue;
      text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, left, middle, text);
      end_px = left + width + CHART_GAP_PX;
    }
}

/* ---- points ---- */

static double
radius_px (uint64_t n)
{
  return fmin (POINT_PX + 1.2 * log10 ((double) n), POINT_MAX_PX);
}

static void
draw_mark (cairo_t *cr, const DrawStyle *style, const ScatterChart *chart, const Plot *plot, const ChartMarks *marks, int part)
{
  if (part < 0 || part >= chart->n_points)
    return;
  const ScatterPoint *point = &chart->points[part];
  double x = value_axis_px (&plot->x, point->x), y = value_axis_px (&plot->y, point->y);
  double radius = radius_px (point->n) + MARK_GAP_PX;

  /* Points above it would hide it. */
  scatter_shape_draw (cr, style->theme, point->series, x, y, radius_px (point->n));
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * M_PI);
  theme_set_source (cr, style->theme->card);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  theme_set_source (cr, marks->focused == part ? style->theme->accent : style->theme->text);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_points (cairo_t *cr, const DrawStyle *style, const ScatterChart *chart, const Plot *plot, const ChartMarks *marks, ChartMap *map)
{
  for (int i = 0; i < chart->n_points; i++)
    {
      const ScatterPoint *point = &chart->points[i];
      double x = value_axis_px (&plot->x, point->x), y = value_axis_px (&plot->y, point->y), radius = radius_px (point->n);

      scatter_shape_draw (cr, style->theme, point->series, x, y, radius);
      radius += MARK_GAP_PX / 2;
      chart_map_add (map, i, (Rect){ x - radius, y - radius, 2 * radius, 2 * radius });
    }
  if (marks == NULL)
    return;
  draw_mark (cr, style, chart, plot, marks, marks->focused);
  if (marks->hovered != marks->focused)
    draw_mark (cr, style, chart, plot, marks, marks->hovered);
}

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ScatterChart *chart, const ChartMarks *marks, ChartMap *map)
{
  Plot plot = { .rect = *rect };
  double line = line_px (style), axis = TICK_PX + 2 + line;
  double legend = draw_legend (NULL, rect, style, chart) * line + CHART_GAP_PX;

  plot.has_x = rect->height_px >= PLOT_MIN_PX + axis;
  if (plot.has_x)
    plot.rect.height_px -= axis;
  if (legend <= LEGEND_LINES_MAX * line + CHART_GAP_PX && plot.rect.height_px >= PLOT_MIN_PX + legend)
    {
      draw_legend (cr, rect, style, chart);
      plot.rect.y_px += legend;
      plot.rect.height_px -= legend;
    }
  set_spans (&plot, chart);
  set_places (&plot, chart);
  plot.has_y = rect->width_px >= LABELS_MIN_PX;
  if (plot.has_y)
    {
      double labels = y_labels_px (style, chart, &plot) + CHART_GAP_PX;

      plot.rect.x_px += labels;
      plot.rect.width_px -= labels;
      set_places (&plot, chart);
    }
  if (plot.rect.width_px < 2 * POINT_ROOM_PX + 1 || plot.rect.height_px < 2 * POINT_ROOM_PX + 1)
    return;
  draw_x_axis (cr, rect, style, chart, &plot);
  draw_y_axis (cr, style, chart, &plot);
  draw_points (cr, style, chart, &plot, marks, map);
}

void
scatter_chart_draw (cairo_t *cr,
                    const Rect *rect,
                    const DrawStyle *style,
                    const ScatterChart *chart,
                    const ChartMarks *marks,
                    ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_points == 0)
    chart_draw_empty (cr, rect, style);
  else
    draw (cr, rect, style, chart, marks, ret_map);
  cairo_restore (cr);
}
