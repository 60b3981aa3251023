/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_axis.h"
#include "widgets/charts/chart_flags.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/charts/overlay_lines.h"

#define PLOT_MIN_PX   32.0  /* height; legend, flags and axis give way to it */
#define SHARES_MIN_PX 200.0 /* width of a chart that has labels of shares */
#define GRID_MIN_PX   36.0
#define FLAG_GAP_PX   4.0
#define SHARE_STEP    5 /* per cent: the edge of the plot is a multiple */

typedef struct
{
  Rect rect;
  ChartAxis axis;
  int64_t top_percent;
  int n_flag_rows;
  bool has_axis, has_shares;
} Plot;

static double
share_of (const OverlaySeries *series, int bin)
{
  return series->n > 0 ? (double) series->counts[bin] / (double) series->n : 0;
}

/* ---- the plot ---- */

typedef struct
{
  ChartFlag flags[CHART_FLAGS_MAX];
  char *texts[CHART_FLAGS_MAX];
  int series[CHART_FLAGS_MAX];
  int n;
} Flags;

static void
flags_clear (Flags *flags)
{
  for (int i = 0; i < flags->n; i++)
    g_free (flags->texts[i]);
}

static void
flags_collect (Flags *flags, const DrawStyle *style, const OverlayChart *chart, const ChartAxis *axis)
{
  flags->n = 0;
  for (int i = 0; i < chart->n_series && flags->n < CHART_FLAGS_MAX; i++)
    {
      const OverlaySeries *series = &chart->series[i];
      double x = chart_axis_px (axis, series->median_ns);
      char value[NUMBER_TEXT_MAX];

      if (series->n == 0 || !(x >= axis->left_px && x <= axis->left_px + axis->width_px))
        continue;
      number_text_duration (style->numbers, series->median_ns, value);
      flags->texts[flags->n] = g_strdup_printf ("%s %s", series->label, value);
      flags->flags[flags->n].x_px = x;
      flags->flags[flags->n].width_px =
        text_width_px (style->text, TEXT_CAPTION_BOLD, flags->texts[flags->n]);
      flags->series[flags->n] = i;
      flags->n++;
    }
}

static int64_t
end_of (const OverlayChart *chart)
{
  int64_t span, end;

  if (__builtin_mul_overflow (chart->width_ns, (int64_t) chart->n_bins, &span)
      || __builtin_add_overflow (chart->begin_ns, span, &end))
    return INT64_MAX;
  return end;
}

static int64_t
top_percent_of (const OverlayChart *chart)
{
  double most = 0;

  for (int i = 0; i < chart->n_series; i++)
    for (int bin = 0; bin < chart->n_bins; bin++)
      most = fmax (most, share_of (&chart->series[i], bin));
  return (int64_t) fmax (ceil (100 * most / SHARE_STEP), 1) * SHARE_STEP;
}

static Plot
make_plot (const Rect *rect, const DrawStyle *style, const OverlayChart *chart, Flags *flags)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION)), axis_height = chart_axis_height_px (style);
  Plot plot = { .rect = *rect, .top_percent = top_percent_of (chart) };

  plot.has_axis = rect->height_px >= axis_height + PLOT_MIN_PX;
  if (plot.has_axis)
    plot.rect.height_px -= axis_height;
  plot.has_shares = rect->width_px >= SHARES_MIN_PX;
  if (plot.has_shares)
    {
      char text[NUMBER_TEXT_MAX];

      number_text_percent (style->numbers, plot.top_percent, text);
      double column = ceil (text_width_px (style->text, TEXT_CAPTION, text)) + CHART_GAP_PX;
      plot.rect.x_px += column;
      plot.rect.width_px -= column;
    }
  plot.axis = (ChartAxis){ chart->begin_ns, end_of (chart), plot.rect.x_px, fmax (plot.rect.width_px, 1) };
  flags_collect (flags, style, chart, &plot.axis);
  int rows_max = (int) fmin (fmax (floor ((plot.rect.height_px - PLOT_MIN_PX) / row), 0), CHART_FLAGS_MAX);
  plot.n_flag_rows = chart_flags_place (flags->flags, flags->n, plot.rect.x_px, rect->x_px + rect->width_px,
                                        FLAG_GAP_PX, rows_max);
  double above = plot.n_flag_rows > 0 ? plot.n_flag_rows * row : plot.has_shares ? floor (row / 2) : 0;
  plot.rect.y_px += above;
  plot.rect.height_px -= above;
  return plot;
}

static double
share_y_px (const Plot *plot, double share)
{
  return round (plot->rect.y_px
                + (plot->rect.height_px - 1) * (1 - fmin (100 * share / (double) plot->top_percent, 1)));
}

static void
draw_grid (cairo_t *cr, const DrawStyle *style, const Plot *plot)
{
  int64_t n = (int64_t) fmax (floor (plot->rect.height_px / GRID_MIN_PX), 1);
  int64_t step = SHARE_STEP;
  char text[NUMBER_TEXT_MAX];

  while (plot->top_percent / step > n || plot->top_percent % step != 0)
    step += SHARE_STEP;
  for (int64_t percent = 0; percent <= plot->top_percent; percent += step)
    {
      double y = share_y_px (plot, (double) percent / 100);

      theme_set_source (cr, percent == 0 ? style->theme->rule : style->theme->grid);
      cairo_rectangle (cr, plot->rect.x_px, y, plot->rect.width_px, 1);
      cairo_fill (cr);
      if (plot->has_shares)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT,
                   plot->rect.x_px - CHART_GAP_PX, y, number_text_percent (style->numbers, percent, text));
    }
}

/* The upper edge of all bins, from left to right. */
static void
add_outline (cairo_t *cr, const Plot *plot, const OverlayChart *chart, const OverlaySeries *series)
{
  double pitch = plot->rect.width_px / chart->n_bins;

  for (int bin = 0; bin < chart->n_bins; bin++)
    {
      double y = share_y_px (plot, share_of (series, bin));

      cairo_line_to (cr, round (plot->rect.x_px + pitch * bin), y);
      cairo_line_to (cr, round (plot->rect.x_px + pitch * (bin + 1)), y);
    }
}

static void
draw_series (cairo_t *cr, const DrawStyle *style, const OverlayChart *chart, const Plot *plot, int i)
{
  double base = plot->rect.y_px + plot->rect.height_px - 1;

  if (chart->series[i].n == 0)
    return;
  if (i == 0)
    {
      cairo_new_path (cr);
      cairo_move_to (cr, plot->rect.x_px, base);
      add_outline (cr, plot, chart, &chart->series[i]);
      cairo_line_to (cr, plot->rect.x_px + plot->rect.width_px, base);
      cairo_close_path (cr);
      theme_set_source_alpha (cr, overlay_colour (style->theme, i), OVERLAY_AREA_ALPHA);
      cairo_fill (cr);
    }
  cairo_save (cr);
  cairo_new_path (cr);
  add_outline (cr, plot, chart, &chart->series[i]);
  overlay_set_line (cr, style->theme, i);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_flags (cairo_t *cr, const DrawStyle *style, const Plot *plot, const Flags *flags)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION));

  for (int i = 0; i < flags->n; i++)
    {
      const ChartFlag *flag = &flags->flags[i];
      double y = plot->rect.y_px - row * (flag->row + 0.5);
      double x = fmin (round (flag->x_px), plot->rect.x_px + plot->rect.width_px - OVERLAY_LINE_PX);

      if (flag->row < 0)
        continue;
      cairo_save (cr);
      overlay_set_line (cr, style->theme, flags->series[i]);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, x + 0.5, y - row / 2 + 2);
      cairo_line_to (cr, x + 0.5, plot->rect.y_px + plot->rect.height_px);
      cairo_stroke (cr);
      cairo_restore (cr);
      text_draw (style->text, cr, TEXT_CAPTION_BOLD, style->theme->text,
                 flag->is_left ? TEXT_RIGHT : TEXT_LEFT,
                 flag->x_px + (flag->is_left ? -FLAG_GAP_PX : FLAG_GAP_PX), y, flags->texts[i]);
    }
}

static void
draw_bins (cairo_t *cr,
           const DrawStyle *style,
           const OverlayChart *chart,
           const Plot *plot,
           const ChartMarks *marks,
           ChartMap *map)
{
  double pitch = plot->rect.width_px / chart->n_bins;

  for (int bin = 0; bin < chart->n_bins; bin++)
    {
      double left = round (plot->rect.x_px + pitch * bin),
             right = round (plot->rect.x_px + pitch * (bin + 1));
      const Rect column = { left, plot->rect.y_px, fmax (right - left, 1), plot->rect.height_px };

      if (chart_is_lit (marks, bin))
        chart_draw_wash (cr, style, &column);
      chart_add_rect (cr, &column);
      chart_draw_marks (cr, style, marks, bin);
      chart_map_add (map, bin, column);
    }
}

void
overlay_chart_draw (cairo_t *cr,
                    const Rect *rect,
                    const DrawStyle *style,
                    const OverlayChart *chart,
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
  if (chart->n_bins == 0)
    chart_draw_empty (cr, &rest, style);
  else
    {
      Flags flags;
      const Plot plot = make_plot (&rest, style, chart, &flags);

      draw_grid (cr, style, &plot);
      for (int i = 0; i < chart->n_series; i++)
        draw_series (cr, style, chart, &plot, i);
      draw_bins (cr, style, chart, &plot, marks, ret_map);
      draw_flags (cr, style, &plot, &flags);
      if (plot.has_axis)
        chart_axis_draw (cr, style, &plot.axis, plot.rect.y_px + plot.rect.height_px, rect->x_px,
                         rect->x_px + rect->width_px);
      flags_clear (&flags);
    }
  cairo_restore (cr);
}
