/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define PART_GAP_PX  2.0
#define LABEL_PAD_PX 6.0

static bool
draw_label (cairo_t *cr, const DrawStyle *style, const Rect *rect, const ChartPart *part, const char *text)
{
  double width = text_width_px (style->text, TEXT_CAPTION, text);

  if (width + 2 * LABEL_PAD_PX > rect->width_px
      || text_height_px (style->text, TEXT_CAPTION) > rect->height_px)
    return false;
  const Rect label = { rect->x_px + LABEL_PAD_PX, rect->y_px + 1, width, rect->height_px - 2 };
  chart_draw_label_ground (cr, style, part->look, part->work, &label);
  text_draw (style->text, cr, TEXT_CAPTION, chart_ink (style, part->look, part->work), TEXT_LEFT,
             rect->x_px + LABEL_PAD_PX, rect->y_px + rect->height_px / 2, text);
  return true;
}

static void
draw_labels (cairo_t *cr, const DrawStyle *style, const Rect *rect, const ChartPart *part)
{
  if (part->share == NULL)
    {
      draw_label (cr, style, rect, part, part->label);
      return;
    }
  /* Translators: a part of a bar and its share of the whole, as in "Compute 60.5 %" */
  char *both = g_strdup_printf (C_ ("part of a bar", "%s %s"), part->label, part->share);
  if (!draw_label (cr, style, rect, part, both))
    draw_label (cr, style, rect, part, part->share);
  g_free (both);
}

void
share_bar_draw (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const ShareBar *bar,
                const ChartMarks *marks,
                ChartMap *ret_map)
{
  double sum = 0, before = 0;

  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  for (int i = 0; i < bar->n_parts; i++)
    sum += bar->parts[i].amount;
  if (!(sum > 0))
    {
      chart_add_rect (cr, rect);
      theme_stroke_inside (cr, style->theme->rule, 1, 1);
    }
  for (int i = 0; i < bar->n_parts && sum > 0; i++)
    {
      const ChartPart *part = &bar->parts[i];
      double left = round (rect->x_px + before / sum * rect->width_px);
      before += part->amount;
      double right = round (rect->x_px + fmin (before / sum, 1) * rect->width_px);
      double gap = before < sum * (1 - 1e-12) && right - left > 2 * PART_GAP_PX ? PART_GAP_PX : 0;
      Rect area = { left, rect->y_px, right - left - gap, rect->height_px };

      if (!(part->amount > 0) || area.width_px < 1)
        continue;
      chart_add_rect (cr, &area);
      chart_fill_part (cr, style, part->look, part->work, area.width_px >= EDGE_MIN_PX);
      draw_labels (cr, style, &area, part);
      chart_add_rect (cr, &area);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add (ret_map, i, area);
    }
  cairo_restore (cr);
}
