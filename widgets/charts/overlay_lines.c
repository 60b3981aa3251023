/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/overlay_lines.h"

#include <math.h>

#include "widgets/charts/chart_paint.h"

#define SAMPLE_PX 24.0 /* of a line, in the legend */

static const struct
{
  double dashes[4];
  int n_dashes;
} line_styles[OVERLAY_SERIES_MAX] = {
  { { 0, 0, 0, 0 }, 0 },  { { 6, 3, 0, 0 }, 2 }, { { 2, 2, 0, 0 }, 2 },  { { 8, 3, 2, 3 }, 4 },
  { { 12, 3, 0, 0 }, 2 }, { { 1, 3, 0, 0 }, 2 }, { { 12, 3, 2, 3 }, 4 }, { { 4, 6, 0, 0 }, 2 },
};

Rgb
overlay_colour (const Theme *theme, int series)
{
  return series % 2 == 0 ? theme->text : theme->accent;
}

void
overlay_set_line (cairo_t *cr, const Theme *theme, int series)
{
  theme_set_source (cr, overlay_colour (theme, series));
  cairo_set_line_width (cr, OVERLAY_LINE_PX);
  cairo_set_dash (cr, line_styles[series].dashes, line_styles[series].n_dashes, 0);
}

static double
row_px (const DrawStyle *style)
{
  return ceil (text_height_px (style->text, TEXT_CAPTION));
}

double
overlay_legend_height_px (const DrawStyle *style, int n_series)
{
  return n_series * row_px (style) + CHART_GAP_PX;
}

void
overlay_legend_draw_line (cairo_t *cr,
                          const Rect *rect,
                          const DrawStyle *style,
                          int series,
                          const char *label,
                          const char *text)
{
  double y = rect->y_px + row_px (style) * (series + 0.5), x = rect->x_px;

  cairo_save (cr);
  overlay_set_line (cr, style->theme, series);
  cairo_move_to (cr, x, round (y));
  cairo_line_to (cr, x + SAMPLE_PX, round (y));
  cairo_stroke (cr);
  cairo_restore (cr);
  x += SAMPLE_PX + CHART_GAP_PX;
  text_draw (style->text, cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_LEFT, x, y, label);
  x += ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, label)) + CHART_GAP_PX;
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, x, y,
                    fmax (rect->x_px + rect->width_px - x, 0), text);
}
