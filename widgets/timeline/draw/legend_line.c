/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/legend_line.h"

#include <math.h>

#define LINE_PX 22
#define EDGE_PX 8

static double
natural_px (const DrawStyle *style, const char *text)
{
  return ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, text)) + 2 * EDGE_PX;
}

bool
legend_line_fits (const TimelineView *view, const DrawStyle *style, const char *text)
{
  return natural_px (style, text) <= view->width_px - 2 * EDGE_PX;
}

Rect
legend_line_rect (const TimelineView *view, const DrawStyle *style, int line, const char *text)
{
  double width_px = fmin (natural_px (style, text), view->width_px - 2 * EDGE_PX);
  double height_px = round (LINE_PX * text_cache_scale (style->text));

  return (Rect){ EDGE_PX, 1 + line * (height_px + 1), width_px, height_px };
}

void
legend_line_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int line, const char *text)
{
  Rect rect = legend_line_rect (view, style, line, text);

  cairo_save (cr);
  cairo_rectangle (cr, rect.x_px, rect.y_px, rect.width_px, rect.height_px);
  theme_set_source (cr, style->theme->view);
  cairo_fill_preserve (cr);
  theme_stroke_inside (cr, style->theme->text, 0.45, 1);
  text_draw_fitted (style->text, cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                    rect.x_px + EDGE_PX, rect.y_px + rect.height_px / 2, rect.width_px - 2 * EDGE_PX, text);
  cairo_restore (cr);
}
