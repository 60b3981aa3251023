/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/change_arrow.h"

#define ARROW_PX 7.0
#define GAP_PX   4.0

Rgb
change_tone_colour (const Theme *theme, ChangeTone tone)
{
  switch (tone)
    {
    case CHANGE_BETTER:
      return theme->better;
    case CHANGE_WORSE:
      return theme->worse;
    default:
      return theme->text;
    }
}

double
change_arrow_width_px (const DrawStyle *style)
{
  return draw_style_px (style, ARROW_PX) + GAP_PX;
}

void
change_arrow_draw (cairo_t *cr, const DrawStyle *style, ChangeTone tone, bool is_up, double x_px, double y_px)
{
  double size = draw_style_px (style, ARROW_PX), base = round (y_px + (is_up ? size : -size) / 2);

  cairo_move_to (cr, x_px, base);
  cairo_line_to (cr, x_px + size, base);
  cairo_line_to (cr, x_px + size / 2, is_up ? base - size : base + size);
  cairo_close_path (cr);
  theme_set_source (cr, change_tone_colour (style->theme, tone));
  cairo_fill (cr);
}
