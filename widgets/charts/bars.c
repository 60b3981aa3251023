/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_columns.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define NAME_SHARE 0.42
#define ROW_MIN_PX 16.0
#define ROW_MAX_PX 28.0
#define BAR_MIN_PX 56.0 /* of the longest; numbers give way to it */
#define BAR_MAX_PX 18.0 /* height */

typedef struct
{
  double top_px, pitch_px;
  double bars_px, bar_width_px; /* where bars begin; the length of the longest */
  double name_width_px;
  int n_shown;
  ChartColumns columns;
} Plan;

double
bar_chart_row_min_px (const DrawStyle *style)
{
  return fmax (ROW_MIN_PX, ceil (text_height_px (style->text, TEXT_CAPTION)));
}

static Plan
make_plan (const Rect *rect, const DrawStyle *style, const BarChart *chart)
{
  static const ChartColumn worth[N_CHART_COLUMNS] = { COLUMN_VALUE, COLUMN_SHARE, COLUMN_EXTRA };
  double row_min = bar_chart_row_min_px (style);
  int n_rows = (int) fmin (chart->n_parts, fmax (floor (rect->height_px / row_min), 1));
  double longest = 0;
  Plan plan;

  plan.n_shown = n_rows < chart->n_parts ? n_rows - 1 : chart->n_parts;
  plan.pitch_px = fmin (floor (rect->height_px / n_rows), fmax (ROW_MAX_PX, row_min));
  plan.top_px = rect->y_px;
  for (int i = 0; i < plan.n_shown; i++)
    longest = fmax (longest, ceil (text_width_px (style->text, TEXT_CAPTION, chart->parts[i].label)));
  plan.name_width_px = fmin (longest, floor (NAME_SHARE * rect->width_px));
  plan.bars_px = rect->x_px + CHART_ROW_PAD_PX + plan.name_width_px + CHART_GAP_PX;
  plan.columns = chart_columns_measure (style, TEXT_CAPTION, chart->parts, plan.n_shown);

  double room = rect->x_px + rect->width_px - CHART_ROW_PAD_PX - plan.bars_px;
  chart_columns_fit (&plan.columns, worth, room - BAR_MIN_PX);
  plan.bar_width_px = room - chart_columns_width_px (&plan.columns);
  return plan;
}

void
bar_chart_draw (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const BarChart *chart,
                const ChartMarks *marks,
                ChartMap *ret_map)
{
  double most = chart->full;

  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_parts == 0)
    {
      chart_draw_empty (cr, rect, style);
      cairo_restore (cr);
      return;
    }

  const Plan plan = make_plan (rect, style, chart);
  double bar_height = fmin (round (plan.pitch_px * 0.72), BAR_MAX_PX);
  for (int i = 0; i < chart->n_parts && !(chart->full > 0); i++)
    most = fmax (most, chart->parts[i].amount);

  for (int i = 0; i < plan.n_shown; i++)
    {
      const ChartPart *part = &chart->parts[i];
      const Rect row = { rect->x_px, plan.top_px + plan.pitch_px * i, rect->width_px, plan.pitch_px };
      Rect bar = { plan.bars_px, round (row.y_px + (plan.pitch_px - bar_height) / 2), 0, bar_height };
      double middle = row.y_px + plan.pitch_px / 2;

      if (chart_is_lit (marks, i))
        chart_draw_wash (cr, style, &row);
      text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                        row.x_px + CHART_ROW_PAD_PX, middle, plan.name_width_px, part->label);
      if (part->amount > 0)
        {
          bar.width_px = fmax (round (fmin (part->amount / most, 1) * plan.bar_width_px), 1);
          chart_add_rect (cr, &bar);
          chart_fill_part (cr, style, part->look, part->work, bar.width_px >= EDGE_MIN_PX);
        }
      chart_columns_draw (cr, style, TEXT_CAPTION, &plan.columns, row.x_px + row.width_px - CHART_ROW_PAD_PX,
                          middle, part);
      chart_add_rect (cr, &row);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add (ret_map, i, row);
    }
  if (plan.n_shown < chart->n_parts)
    chart_draw_more (cr, style, rect->x_px + CHART_ROW_PAD_PX,
                     plan.top_px + plan.pitch_px * (plan.n_shown + 0.5), rect->width_px,
                     chart->n_parts - plan.n_shown);
  cairo_restore (cr);
}
