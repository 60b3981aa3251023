/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define GRID_MIN_PX   36.0  /* between lines of durations */
#define PLOT_MIN_PX   32.0  /* height; legend and names give way to it */
#define LABELS_MIN_PX 160.0 /* width of a chart that has labels of durations */
#define ENTRY_GAP_PX  16.0  /* between entries of the legend */
#define BAR_MAX_PX    160.0
#define NAME_GAP_PX   8.0

typedef struct
{
  Rect rect;
  int64_t top_ns, step_ns; /* at the upper edge; between grid lines */
  int n_columns;           /* bars that are drawn */
  bool has_labels, has_names;
} Plot;

static int64_t
height_of (const StackedChart *chart, int bar)
{
  int64_t sum_ns = 0;

  for (int part = 0; part < chart->n_parts; part++)
    if (__builtin_add_overflow (
          sum_ns, chart->amounts_ns[(size_t) bar * (size_t) chart->n_parts + (size_t) part], &sum_ns))
      return INT64_MAX;
  return sum_ns;
}

/* The smallest 1, 2 or 5 x 10^k ns of which n_max make up at least top. */
static int64_t
nice_step (int64_t top_ns, int64_t n_max)
{
  for (int64_t power = 1;; power *= 10)
    for (int i = 0; i < 3; i++)
      {
        int64_t step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);

        if (top_ns / step + (top_ns % step > 0) <= n_max || power > INT64_MAX / 100)
          return step;
      }
}

/* ---- legend ---- */

/* Draws it, or with cr NULL only tells how many rows of what width it takes. */
static int
legend_rows (cairo_t *cr, const Rect *rect, const DrawStyle *style, const StackedChart *chart, int rows_max)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION)), x = rect->x_px;
  int n_rows = 1;

  for (int i = 0; i < chart->n_parts; i++)
    {
      double width = SWATCH_PX + 4 + ceil (text_width_px (style->text, TEXT_CAPTION, chart->parts[i].label));

      if (x > rect->x_px && x + width > rect->x_px + rect->width_px)
        {
          n_rows++;
          x = rect->x_px;
        }
      if (n_rows > rows_max)
        return n_rows;
      if (cr != NULL)
        {
          double middle = rect->y_px + row * (n_rows - 0.5);

          chart_draw_swatch (cr, style, x, middle, &chart->parts[i]);
          text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                            x + SWATCH_PX + 4, middle, rect->x_px + rect->width_px - x - SWATCH_PX - 4,
                            chart->parts[i].label);
        }
      x += width + ENTRY_GAP_PX;
    }
  return n_rows;
}

/* ---- plot ---- */

static double
labels_width_px (const DrawStyle *style, int64_t top_ns, int64_t step_ns)
{
  char text[NUMBER_TEXT_MAX];
  double widest = 0;

  for (int64_t at_ns = 0; at_ns <= top_ns; at_ns += step_ns)
    {
      number_text_tick (style->numbers, at_ns, step_ns, text);
      widest = fmax (widest, text_width_px (style->text, TEXT_CAPTION, text));
      if (at_ns > INT64_MAX - step_ns)
        break;
    }
  return ceil (widest);
}

static Plot
make_plot (const Rect *rect, const DrawStyle *style, const StackedChart *chart)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION));
  Plot plot = { .rect = *rect };
  int64_t most_ns = 1;

  for (int bar = 0; bar < chart->n_bars; bar++)
    most_ns = MAX (most_ns, height_of (chart, bar));

  int rows_max = (int) fmin (fmax (floor ((rect->height_px - PLOT_MIN_PX - row) / row), 0), 3);
  int n_rows = legend_rows (NULL, rect, style, chart, rows_max);
  double above = (n_rows <= rows_max ? n_rows : 0) * row + CHART_GAP_PX;
  plot.rect.y_px += above;
  plot.rect.height_px -= above;
  plot.has_names = plot.rect.height_px >= PLOT_MIN_PX + row + 4;
  if (plot.has_names)
    plot.rect.height_px -= row + 4;

  double n_grid = fmax (floor (plot.rect.height_px / GRID_MIN_PX), 1);
  plot.step_ns = nice_step (most_ns, (int64_t) n_grid);
  plot.top_ns = most_ns;
  if (most_ns % plot.step_ns != 0
      && __builtin_add_overflow (most_ns / plot.step_ns * plot.step_ns, plot.step_ns, &plot.top_ns))
    plot.top_ns = most_ns;
  plot.has_labels = rect->width_px >= LABELS_MIN_PX;
  if (plot.has_labels)
    {
      double column = labels_width_px (style, plot.top_ns, plot.step_ns) + CHART_GAP_PX;

      plot.rect.x_px += column;
      plot.rect.width_px -= column;
    }
  plot.n_columns = (int) fmin (chart->n_bars, fmax (fmin (floor (plot.rect.width_px), CHART_AREAS_MAX), 1));
  return plot;
}

static double
y_of (const Plot *plot, int64_t ns)
{
  return round (plot->rect.y_px + plot->rect.height_px * (1 - (double) ns / (double) plot->top_ns));
}

static void
draw_grid (cairo_t *cr, const DrawStyle *style, const Plot *plot)
{
  double row = text_height_px (style->text, TEXT_CAPTION), above = INFINITY;

  for (int64_t at_ns = 0; at_ns <= plot->top_ns; at_ns += plot->step_ns)
    {
      double y = fmin (y_of (plot, at_ns), plot->rect.y_px + plot->rect.height_px - 1);
      char text[NUMBER_TEXT_MAX];

      theme_set_source (cr, at_ns == 0 ? style->theme->rule : style->theme->grid);
      cairo_rectangle (cr, plot->rect.x_px, y, plot->rect.width_px, 1);
      cairo_fill (cr);
      if (plot->has_labels && above - y >= row)
        {
          text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT,
                     plot->rect.x_px - CHART_GAP_PX, y,
                     number_text_tick (style->numbers, at_ns, plot->step_ns, text));
          above = y;
        }
      if (at_ns > INT64_MAX - plot->step_ns)
        break;
    }
}

/* The highest of the bars that share a column; of equal ones the first. */
static int
bar_of_column (const StackedChart *chart, const Plot *plot, int column)
{
  int first = (int) ((int64_t) column * chart->n_bars / plot->n_columns);
  int end = (int) ((int64_t) (column + 1) * chart->n_bars / plot->n_columns);
  int highest = first;

  for (int bar = first + 1; bar < end; bar++)
    if (height_of (chart, bar) > height_of (chart, highest))
      highest = bar;
  return highest;
}

static void
draw_bar (cairo_t *cr,
          const DrawStyle *style,
          const StackedChart *chart,
          const Plot *plot,
          int bar,
          const Rect *place)
{
  double base = plot->rect.y_px + plot->rect.height_px, from = base;
  int64_t sum_ns = 0;

  for (int part = 0; part < chart->n_parts; part++)
    {
      int64_t amount_ns = chart->amounts_ns[(size_t) bar * (size_t) chart->n_parts + (size_t) part];

      if (__builtin_add_overflow (sum_ns, amount_ns, &sum_ns))
        return;
      double to = y_of (plot, sum_ns);
      const Rect piece = { place->x_px, to, place->width_px, from - to };

      if (piece.height_px < 1)
        continue;
      chart_add_rect (cr, &piece);
      chart_fill_part (cr, style, chart->parts[part].look, chart->parts[part].work,
                       piece.width_px >= EDGE_MIN_PX && piece.height_px >= 3);
      /* Neighbours are told apart without their colours. */
      if (piece.height_px >= 3 && from < base)
        {
          theme_set_source (cr, style->theme->card);
          cairo_rectangle (cr, piece.x_px, from - 1, piece.width_px, 1);
          cairo_fill (cr);
        }
      from = to;
    }
}

/* Names below the bars, as many as do not touch. */
static void
draw_name (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const Plot *plot,
           double middle_px,
           const char *name,
           double *end_px)
{
  double width = text_width_px (style->text, TEXT_CAPTION, name);
  double left = fmin (middle_px - width / 2, rect->x_px + rect->width_px - width);
  double row = text_height_px (style->text, TEXT_CAPTION);

  if (left < *end_px || left < rect->x_px)
    return;
  text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, left,
             plot->rect.y_px + plot->rect.height_px + 4 + row / 2, name);
  *end_px = left + width + NAME_GAP_PX;
}

static void
draw_bars (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const StackedChart *chart,
           const Plot *plot,
           const ChartMarks *marks,
           ChartMap *map)
{
  double pitch = fmin (plot->rect.width_px / plot->n_columns, BAR_MAX_PX), end_px = rect->x_px;
  double gap = pitch >= 8 ? 2 : pitch >= 3 ? 1 : 0;

  for (int column = 0; column < plot->n_columns; column++)
    {
      int bar = bar_of_column (chart, plot, column);
      double left = round (plot->rect.x_px + pitch * column),
             right = round (plot->rect.x_px + pitch * (column + 1));
      const Rect place = { left, plot->rect.y_px, fmax (right - left - gap, 1), plot->rect.height_px };

      draw_bar (cr, style, chart, plot, bar, &place);
      chart_add_rect (cr, &place);
      chart_draw_marks (cr, style, marks, bar);
      chart_map_add (map, bar, (Rect){ left, plot->rect.y_px, right - left, plot->rect.height_px });
      if (plot->has_names && chart->names != NULL)
        draw_name (cr, rect, style, plot, (left + right - gap) / 2, chart->names[bar], &end_px);
    }
}

void
stacked_chart_draw (cairo_t *cr,
                    const Rect *rect,
                    const DrawStyle *style,
                    const StackedChart *chart,
                    const ChartMarks *marks,
                    ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_bars == 0)
    chart_draw_empty (cr, rect, style);
  else
    {
      const Plot plot = make_plot (rect, style, chart);

      if (plot.rect.y_px - rect->y_px > CHART_GAP_PX)
        legend_rows (cr, rect, style, chart, INT_MAX);
      draw_grid (cr, style, &plot);
      draw_bars (cr, rect, style, chart, &plot, marks, ret_map);
    }
  cairo_restore (cr);
}
