/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_axis.h"
#include "widgets/charts/chart_flags.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/charts/histogram_edges.h"

#define GRID_MIN_PX   36.0  /* between lines of counts */
#define PLOT_MIN_PX   32.0  /* height; labels give way to it */
#define COUNTS_MIN_PX 200.0 /* width of a chart that has labels of counts */
#define FLAG_GAP_PX   4.0
#define LINE_WIDTH_PX 1.5

typedef struct
{
  Rect rect;
  ChartAxis axis;
  uint64_t top_count, count_step; /* at the upper edge; between grid lines */
  int n_flag_rows;
  bool has_axis, has_counts;
} Plot;

/* The smallest 1, 2 or 5 x 10^k of which n_max make up at least top. */
static uint64_t
nice_step (uint64_t top, uint64_t n_max)
{
  for (uint64_t power = 1;; power *= 10)
    for (int i = 0; i < 3; i++)
      {
        uint64_t step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);

        if (top / step + (top % step > 0) <= n_max || power > UINT64_MAX / 100)
          return step;
      }
}

/* The label of a line: its name and its value. Owned by the caller. */
static char *
line_text (const DrawStyle *style, const ChartLine *line)
{
  char value[NUMBER_TEXT_MAX];

  /* Translators: a line in a histogram and where it stands, as in "Median 76.76 ms" */
  return g_strdup_printf (C_ ("line in a histogram", "%s %s"), line->label,
                          number_text_duration (style->numbers, line->value_ns, value));
}

/* Lines within the axis, the first ones of the chart. texts[i] is the label of flags[i]. */
typedef struct
{
  ChartFlag flags[CHART_FLAGS_MAX];
  char *texts[CHART_FLAGS_MAX];
  int n;
} Lines;

static void
lines_clear (Lines *lines)
{
  for (int i = 0; i < lines->n; i++)
    g_free (lines->texts[i]);
}

static void
lines_collect (Lines *lines, const DrawStyle *style, const HistogramChart *chart, const ChartAxis *axis)
{
  lines->n = 0;
  for (int i = 0; i < chart->n_lines && lines->n < CHART_FLAGS_MAX; i++)
    {
      double value_ns = chart->lines[i].value_ns;
      double x =
        chart->edges_ns != NULL ? histogram_edges_px (chart, axis, value_ns) : chart_axis_px (axis, value_ns);

      if (!(x >= axis->left_px && x <= axis->left_px + axis->width_px))
        continue;
      char *text = line_text (style, &chart->lines[i]);
      double width = text_width_px (style->text, TEXT_CAPTION, text);
      lines->texts[lines->n] = text;
      lines->flags[lines->n++] = (ChartFlag){ .x_px = x, .width_px = width, .row = -1 };
    }
}

static int64_t
end_of (const HistogramChart *chart)
{
  int64_t span, end;

  if (__builtin_mul_overflow (chart->width_ns, (int64_t) chart->n_bins, &span)
      || __builtin_add_overflow (chart->begin_ns, span, &end))
    return INT64_MAX;
  return end;
}

static double
counts_width_px (const DrawStyle *style, uint64_t top)
{
  char text[NUMBER_TEXT_MAX];

  return ceil (text_width_px (style->text, TEXT_CAPTION, number_text_count (style->numbers, top, text)));
}

/* Labels take their room at the edges in order of worth: the axis, the lines' flags, the counts. */
static Plot
make_plot (const Rect *rect, const DrawStyle *style, const HistogramChart *chart, Lines *lines)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION));
  double axis_height = chart_axis_height_px (style);
  Plot plot = { .rect = *rect };
  uint64_t most = 1;

  for (int i = 0; i < chart->n_bins; i++)
    most = MAX (most, chart->counts[i]);

  plot.has_axis = rect->height_px >= axis_height + PLOT_MIN_PX;
  if (plot.has_axis)
    plot.rect.height_px -= axis_height;
  plot.has_counts = rect->width_px >= COUNTS_MIN_PX;
  double n_grid = fmax (floor ((plot.rect.height_px - row) / GRID_MIN_PX), 1);
  plot.count_step = nice_step (most, (uint64_t) n_grid);
  plot.top_count = most / plot.count_step * plot.count_step;
  if (plot.top_count < most && !__builtin_add_overflow (plot.top_count, plot.count_step, &plot.top_count))
    most = plot.top_count;
  plot.top_count = most;
  if (plot.has_counts)
    {
      double column = counts_width_px (style, plot.top_count) + CHART_GAP_PX;
      plot.rect.x_px += column;
      plot.rect.width_px -= column;
    }
  plot.axis = (ChartAxis){ chart->begin_ns, end_of (chart), plot.rect.x_px, plot.rect.width_px };

  lines_collect (lines, style, chart, &plot.axis);
  int rows_max = (int) fmin (fmax (floor ((plot.rect.height_px - PLOT_MIN_PX) / row), 0), CHART_FLAGS_MAX);
  plot.n_flag_rows = chart_flags_place (lines->flags, lines->n, plot.rect.x_px, rect->x_px + rect->width_px,
                                        FLAG_GAP_PX, rows_max);
  double above = plot.n_flag_rows * row;
  if (plot.n_flag_rows == 0 && plot.has_counts)
    above = floor (row / 2); /* half of the uppermost count is above its line */
  plot.rect.y_px += above;
  plot.rect.height_px -= above;
  return plot;
}

static double
count_y_px (const Plot *plot, uint64_t count)
{
  double share = (double) count / (double) plot->top_count;

  return round (plot->rect.y_px + plot->rect.height_px * (1 - share));
}

static void
draw_grid (cairo_t *cr, const Rect *rect, const DrawStyle *style, const Plot *plot)
{
  double row = text_height_px (style->text, TEXT_CAPTION), above = INFINITY;

  for (uint64_t count = 0; count <= plot->top_count; count += plot->count_step)
    {
      char text[NUMBER_TEXT_MAX];
      double y = fmin (count_y_px (plot, count), plot->rect.y_px + plot->rect.height_px - 1);

      theme_set_source (cr, count == 0 ? style->theme->rule : style->theme->grid);
      cairo_rectangle (cr, plot->rect.x_px, y, plot->rect.width_px, 1);
      cairo_fill (cr);
      if (plot->has_counts && above - y >= row && y + row / 2 <= rect->y_px + rect->height_px)
        {
          text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT,
                     plot->rect.x_px - CHART_GAP_PX, y, number_text_count (style->numbers, count, text));
          above = y;
        }
      if (count > UINT64_MAX - plot->count_step)
        break;
    }
}

static void
draw_bins (cairo_t *cr,
           const DrawStyle *style,
           const HistogramChart *chart,
           const Plot *plot,
           const ChartMarks *marks,
           ChartMap *map)
{
  double base = plot->rect.y_px + plot->rect.height_px, pitch = plot->rect.width_px / chart->n_bins;
  double gap = pitch >= 8 ? 2 : pitch >= 3 ? 1 : 0;

  for (int i = 0; i < chart->n_bins; i++)
    {
      double left = round (plot->rect.x_px + pitch * i), right = round (plot->rect.x_px + pitch * (i + 1));
      double top = count_y_px (plot, chart->counts[i]);
      const Rect column = { left, plot->rect.y_px, right - left, plot->rect.height_px };

      if (chart->counts[i] > 0)
        {
          const Rect bin = { left, fmin (top, base - 1), fmax (right - left - gap, 1), fmax (base - top, 1) };

          chart_add_rect (cr, &bin);
          theme_fill_work (cr, style->theme, chart->work, bin.width_px >= EDGE_MIN_PX);
          chart_add_rect (cr, &bin);
          chart_draw_marks (cr, style, marks, i);
        }
      chart_map_add (map, i, column);
    }
}

static void
draw_lines (cairo_t *cr, const DrawStyle *style, const Plot *plot, const Lines *lines)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION));

  for (int i = 0; i < lines->n; i++)
    {
      const ChartFlag *flag = &lines->flags[i];
      double flag_y = plot->rect.y_px - row * (flag->row + 0.5);
      double top = flag_y - row / 2 + 2, bottom = plot->rect.y_px + plot->rect.height_px;
      double x = fmin (round (flag->x_px), plot->rect.x_px + plot->rect.width_px - LINE_WIDTH_PX);

      if (flag->row < 0)
        continue; /* a line that nothing names says nothing */
      theme_set_source (cr, style->theme->card);
      cairo_rectangle (cr, x - 1, plot->rect.y_px, LINE_WIDTH_PX + 2, plot->rect.height_px - 1);
      cairo_fill (cr);
      theme_set_source (cr, style->theme->text);
      cairo_rectangle (cr, x, top, LINE_WIDTH_PX, bottom - top);
      cairo_fill (cr);
      text_draw (style->text, cr, TEXT_CAPTION, style->theme->text, flag->is_left ? TEXT_RIGHT : TEXT_LEFT,
                 flag->x_px + (flag->is_left ? -FLAG_GAP_PX : FLAG_GAP_PX), flag_y, lines->texts[i]);
    }
}

void
histogram_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const HistogramChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_bins == 0)
    chart_draw_empty (cr, rect, style);
  else
    {
      Lines lines;
      const Plot plot = make_plot (rect, style, chart, &lines);

      draw_grid (cr, rect, style, &plot);
      draw_bins (cr, style, chart, &plot, marks, ret_map);
      draw_lines (cr, style, &plot, &lines);
      double base = plot.rect.y_px + plot.rect.height_px, end = rect->x_px + rect->width_px;
      if (plot.has_axis && chart->edges_ns != NULL)
        histogram_edges_draw_axis (cr, style, chart, &plot.axis, base, rect->x_px, end);
      else if (plot.has_axis)
        chart_axis_draw (cr, style, &plot.axis, base, rect->x_px, end);
      lines_clear (&lines);
    }
  cairo_restore (cr);
}
