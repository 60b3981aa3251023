/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/share_rows.h"

#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define NAME_SHARE    0.3
#define BAR_PX        18.0 /* at least */
#define BAR_MAX_PX    40.0
#define ROW_GAP_PX    10.0
#define BARS_MIN_PX   96.0 /* names, then values give way to bars */
#define LEGEND_GAP_PX 12.0

typedef struct
{
  double names_px, values_px; /* widths with their gaps; 0: there is no room */
  double top_px, pitch_px, bar_px;
  int n_shown;
} Plan;

/* A swatch and a name per part, in one line from the left; returns its height. */
static double
draw_legend (cairo_t *cr, const Rect *rect, const DrawStyle *style, const ShareRows *chart)
{
  double row = ceil (text_height_px (style->text, TEXT_CAPTION)), x = rect->x_px;
  double middle = rect->y_px + row / 2, right = rect->x_px + rect->width_px;

  for (int p = 0; p < chart->n_parts; p++)
    {
      const ChartPart *part = &chart->rows[0].parts[p];
      double room = right - x - SWATCH_PX - CHART_GAP_PX;

      if (room < SWATCH_PX)
        break;
      chart_draw_swatch (cr, style, x, middle, part);
      x += SWATCH_PX + CHART_GAP_PX;
      x += text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, x,
                             middle, room, part->label)
           + 2 * CHART_GAP_PX;
    }
  return row + LEGEND_GAP_PX;
}

static Plan
make_plan (const Rect *rect, const DrawStyle *style, const ShareRows *chart, double legend_px)
{
  double text_px = ceil (text_height_px (style->text, TEXT_CAPTION));
  Plan plan = { .bar_px = fmax (BAR_PX, text_px + 2), .top_px = rect->y_px + legend_px };
  double height_px = fmax (rect->height_px - legend_px, 0);
  int n_rows =
    (int) fmin (chart->n_rows, fmax (floor ((height_px + ROW_GAP_PX) / (plan.bar_px + ROW_GAP_PX)), 1));

  plan.n_shown = n_rows < chart->n_rows ? n_rows - 1 : n_rows;
  plan.bar_px = fmax (fmin (floor (height_px / n_rows / 2), BAR_MAX_PX), plan.bar_px);
  plan.pitch_px = plan.bar_px + ROW_GAP_PX;
  for (int r = 0; r < plan.n_shown; r++)
    {
      plan.names_px =
        fmax (plan.names_px, ceil (text_width_px (style->text, TEXT_CAPTION, chart->rows[r].label)));
      plan.values_px =
        fmax (plan.values_px, ceil (text_width_px (style->text, TEXT_CAPTION, chart->rows[r].value)));
    }
  plan.names_px = fmin (plan.names_px, floor (NAME_SHARE * rect->width_px)) + CHART_GAP_PX;
  plan.values_px += CHART_GAP_PX;
  if (rect->width_px - plan.names_px - plan.values_px < BARS_MIN_PX)
    plan.values_px = 0;
  if (rect->width_px - plan.names_px < BARS_MIN_PX)
    plan.names_px = 0;
  return plan;
}

/* One bar, whose parts become those of the chart. */
static void
draw_bar (cairo_t *cr,
          const Rect *bar,
          const DrawStyle *style,
          const ShareRows *chart,
          int r,
          const ChartMarks *marks,
          ChartMap *map)
{
  int first = r * chart->n_parts;
  const ShareBar share_bar = { chart->rows[r].parts, chart->n_parts };
  ChartMarks own = CHART_NO_MARKS;
  ChartMap areas;

  if (marks != NULL)
    own = (ChartMarks){ marks->hovered - first, marks->selected - first, marks->focused - first };
  areas.n = 0;
  share_bar_draw (cr, bar, style, &share_bar, &own, &areas);
  for (int i = 0; i < areas.n; i++)
    chart_map_add (map, first + areas.areas[i].part, areas.areas[i].rect);
}

void
share_rows_draw (cairo_t *cr,
                 const Rect *rect,
                 const DrawStyle *style,
                 const ShareRows *chart,
                 const ChartMarks *marks,
                 ChartMap *ret_map)
{
  const Rect inner = { rect->x_px + CHART_ROW_PAD_PX, rect->y_px, rect->width_px - 2 * CHART_ROW_PAD_PX,
                       rect->height_px };

  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  rect = &inner;
  if (chart->n_rows == 0)
    chart_draw_empty (cr, rect, style);
  else
    {
      const Plan plan = make_plan (rect, style, chart, draw_legend (cr, rect, style, chart));

      for (int r = 0; r < plan.n_shown; r++)
        {
          double y = plan.top_px + plan.pitch_px * r, middle = y + plan.bar_px / 2;
          const Rect bar = { rect->x_px + plan.names_px, y, rect->width_px - plan.names_px - plan.values_px,
                             plan.bar_px };

          if (plan.names_px > 0)
            text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                              rect->x_px, middle, plan.names_px - CHART_GAP_PX, chart->rows[r].label);
          draw_bar (cr, &bar, style, chart, r, marks, ret_map);
          if (plan.values_px > 0)
            text_draw (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_RIGHT,
                       rect->x_px + rect->width_px, middle, chart->rows[r].value);
        }
      if (plan.n_shown < chart->n_rows)
        chart_draw_more (cr, style, rect->x_px, plan.top_px + plan.pitch_px * plan.n_shown + plan.bar_px / 2,
                         rect->width_px, chart->n_rows - plan.n_shown);
    }
  cairo_restore (cr);
}
