/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_axis.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define ROW_PX        22.0
#define ROW_MIN_PX    16.0
#define BAR_SHARE     0.64 /* of a row's height */
#define NAME_SHARE    0.42
#define BARS_MIN_PX   48.0 /* width; shares, then values give way to it */
#define COLUMN_GAP_PX 12.0
#define INDENT_PX     16.0
#define OPENER_PX     8.0
#define CUT_AT_PX     12.0 /* where bars of totals are cut, from the axis' begin */
#define CUT_PX        5.0

/* The axis begins at 0 if what lies between the least and the greatest edge is at least this share of the whole; else
 * it begins before the least edge by this part of the distance. */
#define WHOLE_SHARE 0.2
#define CUT_MARGIN  0.25

typedef struct
{
  double pitch_px, name_px, value_px, share_px; /* the last three: widths; 0: not shown */
  double bars_px, bars_width_px;
  int n_shown;
  bool is_cut;
  ChartAxis axis;
} Plan;

double
waterfall_chart_height_px (const DrawStyle *style, int n_rows)
{
  return n_rows * draw_style_px (style, ROW_PX) + chart_axis_height_px (style);
}

static double
indent_of (const WaterfallRow *row)
{
  return OPENER_PX + CHART_GAP_PX / 2 + (row->is_detail ? INDENT_PX : 0);
}

static TextRole
role_of (const WaterfallRow *row)
{
  return row->is_total ? TEXT_CAPTION_BOLD : TEXT_CAPTION;
}

/* From the first total to the last, by whole nanoseconds. */
static void
find_span (Plan *plan, const WaterfallChart *chart)
{
  double least = INFINITY, most = 0;

  for (int i = 0; i < chart->n_rows; i++)
    {
      const WaterfallRow *row = &chart->rows[i];

      least = fmin (least, row->is_total ? row->to_ns : fmin (row->from_ns, row->to_ns));
      most = fmax (most, fmax (row->from_ns, row->to_ns));
    }
  double begin =
    most - least >= WHOLE_SHARE * most || !(least < most) ? 0 : fmax (least - CUT_MARGIN * (most - least), 0);
  most = fmin (fmax (most, begin + 1), 0x1p62);
  plan->axis.begin_ns = (int64_t) floor (fmin (begin, 0x1p61));
  plan->axis.end_ns = (int64_t) ceil (most);
  plan->is_cut = plan->axis.begin_ns > 0;
}

static Plan
make_plan (const Rect *rect, const DrawStyle *style, const WaterfallChart *chart)
{
  double axis_px = chart_axis_height_px (style);
  double row_min = fmax (ROW_MIN_PX, ceil (text_height_px (style->text, TEXT_CAPTION)));
  int n_rows = (int) fmin (chart->n_rows, fmax (floor ((rect->height_px - axis_px) / row_min), 1));
  Plan plan = { .n_shown = n_rows < chart->n_rows ? n_rows - 1 : chart->n_rows };

  plan.pitch_px =
    fmin (floor ((rect->height_px - axis_px) / n_rows), fmax (draw_style_px (style, ROW_PX), row_min));
  for (int i = 0; i < plan.n_shown; i++)
    {
      const WaterfallRow *row = &chart->rows[i];
      double arrow = row->is_total ? 0 : change_arrow_width_px (style);

      plan.name_px =
        fmax (plan.name_px, indent_of (row) + ceil (text_width_px (style->text, role_of (row), row->label)));
      plan.value_px =
        fmax (plan.value_px, arrow + ceil (text_width_px (style->text, role_of (row), row->value)));
      if (row->share != NULL)
        plan.share_px = fmax (plan.share_px, ceil (text_width_px (style->text, TEXT_CAPTION, row->share)));
    }
  plan.name_px = fmin (plan.name_px, floor (NAME_SHARE * rect->width_px));
  plan.bars_px = rect->x_px + CHART_ROW_PAD_PX + plan.name_px + CHART_GAP_PX;
  double room = rect->x_px + rect->width_px - CHART_ROW_PAD_PX - plan.bars_px;
  if (room - plan.value_px - plan.share_px - 2 * COLUMN_GAP_PX < BARS_MIN_PX)
    plan.share_px = 0;
  if (room - plan.value_px - COLUMN_GAP_PX < BARS_MIN_PX)
    plan.value_px = 0;
  plan.bars_width_px = room - (plan.value_px > 0 ? plan.value_px + COLUMN_GAP_PX : 0)
                       - (plan.share_px > 0 ? plan.share_px + COLUMN_GAP_PX : 0);
  find_span (&plan, chart);
  plan.axis.left_px = plan.bars_px;
  plan.axis.width_px = fmax (plan.bars_width_px, 1);
  return plan;
}

/* An edge within the bars' room. */
static double
edge_px (const Plan *plan, double time_ns)
{
  double px = chart_axis_px (&plan->axis, time_ns);

  return round (fmin (fmax (px, plan->bars_px), plan->bars_px + plan->axis.width_px));
}

static void
draw_opener (cairo_t *cr, const DrawStyle *style, const WaterfallRow *row, double x_px, double y_px)
{
  double half = OPENER_PX / 2;

  if (row->is_open)
    {
      cairo_move_to (cr, x_px, y_px - half / 2);
      cairo_line_to (cr, x_px + OPENER_PX, y_px - half / 2);
      cairo_line_to (cr, x_px + half, y_px + half);
    }
  else
    {
      cairo_move_to (cr, x_px + 2, y_px - half);
      cairo_line_to (cr, x_px + 2 + half * 1.4, y_px);
      cairo_line_to (cr, x_px + 2, y_px + half);
    }
  cairo_close_path (cr);
  theme_set_source (cr, style->theme->secondary);
  cairo_fill (cr);
}

/* Two slanting edges with nothing between them: the bar is longer than it is drawn. */
static void
draw_cut (cairo_t *cr, const DrawStyle *style, const Rect *bar)
{
  double left = bar->x_px + CUT_AT_PX, slant = CUT_PX / 2;

  if (bar->width_px < CUT_AT_PX + 3 * CUT_PX)
    return;
  cairo_move_to (cr, left + slant, bar->y_px - 1);
  cairo_line_to (cr, left + slant + CUT_PX, bar->y_px - 1);
  cairo_line_to (cr, left - slant + CUT_PX, bar->y_px + bar->height_px + 1);
  cairo_line_to (cr, left - slant, bar->y_px + bar->height_px + 1);
  cairo_close_path (cr);
  theme_set_source (cr, style->theme->card);
  cairo_fill (cr);
}

static void
draw_bar (cairo_t *cr, const DrawStyle *style, const Plan *plan, const WaterfallRow *row, const Rect *of_row)
{
  double height = round (of_row->height_px * BAR_SHARE);
  double from = row->is_total ? plan->bars_px : edge_px (plan, row->from_ns);
  double to = edge_px (plan, row->to_ns), left = fmin (from, to);
  const Rect bar = { fmin (left, plan->bars_px + plan->axis.width_px - 1),
                     round (of_row->y_px + (of_row->height_px - height) / 2), fmax (fabs (to - from), 1),
                     height };

  if (row->is_total && !(row->to_ns > 0))
    return;
  chart_add_rect (cr, &bar);
  chart_fill_part (cr, style, row->look, row->work, bar.width_px >= EDGE_MIN_PX);
  if (row->is_total && plan->is_cut)
    draw_cut (cr, style, &bar);
}

/* From the end of a bar down to the next row that begins there. */
static void
draw_link (cairo_t *cr,
           const DrawStyle *style,
           const Plan *plan,
           const WaterfallChart *chart,
           int i,
           double y_px)
{
  int next = i + 1;

  if (chart->rows[i].is_detail)
    return;
  while (next < plan->n_shown && chart->rows[next].is_detail)
    next++;
  if (next >= plan->n_shown)
    return;
  double gap = plan->pitch_px * (1 - BAR_SHARE) / 2;
  double x = fmin (edge_px (plan, chart->rows[i].to_ns), plan->bars_px + plan->axis.width_px - 1);

  theme_set_source (cr, style->theme->secondary);
  cairo_rectangle (cr, x, round (y_px + plan->pitch_px - gap), 1,
                   round (plan->pitch_px * (next - i - 1) + 2 * gap));
  cairo_fill (cr);
}

static void
draw_row (cairo_t *cr, const DrawStyle *style, const Plan *plan, const WaterfallRow *row, const Rect *of_row)
{
  double middle = of_row->y_px + of_row->height_px / 2, left = of_row->x_px + CHART_ROW_PAD_PX;
  double right = of_row->x_px + of_row->width_px - CHART_ROW_PAD_PX, indent = indent_of (row);

  if (row->can_open)
    draw_opener (cr, style, row, left, middle);
  text_draw_fitted (style->text, cr, role_of (row), style->theme->text, TEXT_LEFT, TEXT_MIDDLE, left + indent,
                    middle, fmax (plan->name_px - indent, 0), row->label);
  if (plan->bars_width_px >= 1)
    draw_bar (cr, style, plan, row, of_row);
  if (plan->share_px > 0)
    {
      if (row->share != NULL)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_RIGHT, right, middle,
                   row->share);
      right -= plan->share_px + COLUMN_GAP_PX;
    }
  if (plan->value_px > 0)
    {
      double width = text_width_px (style->text, role_of (row), row->value);

      text_draw (style->text, cr, role_of (row), change_tone_colour (style->theme, row->tone), TEXT_RIGHT,
                 right, middle, row->value);
      if (!row->is_total && row->to_ns != row->from_ns)
        change_arrow_draw (cr, style, row->tone, row->to_ns > row->from_ns,
                           floor (right - width - change_arrow_width_px (style)), middle);
    }
}

void
waterfall_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const WaterfallChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  if (chart->n_rows == 0)
    {
      chart_draw_empty (cr, rect, style);
      cairo_restore (cr);
      return;
    }

  const Plan plan = make_plan (rect, style, chart);
  for (int i = 0; i < plan.n_shown; i++)
    {
      const Rect row = { rect->x_px, rect->y_px + plan.pitch_px * i, rect->width_px, plan.pitch_px };

      if (chart_is_lit (marks, i))
        chart_draw_wash (cr, style, &row);
      draw_row (cr, style, &plan, &chart->rows[i], &row);
      if (plan.bars_width_px >= 1)
        draw_link (cr, style, &plan, chart, i, row.y_px);
      chart_add_rect (cr, &row);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add (ret_map, i, row);
    }
  double base = rect->y_px + plan.pitch_px * plan.n_shown;
  if (plan.n_shown < chart->n_rows)
    chart_draw_more (cr, style, rect->x_px + CHART_ROW_PAD_PX, base + plan.pitch_px / 2, rect->width_px,
                     chart->n_rows - plan.n_shown);
  else if (plan.bars_width_px >= BARS_MIN_PX
           && base + chart_axis_height_px (style) <= rect->y_px + rect->height_px + 0.5)
    chart_axis_draw (cr, style, &plan.axis, base, plan.bars_px - CHART_GAP_PX,
                     plan.bars_px + plan.bars_width_px + CHART_GAP_PX);
  cairo_restore (cr);
}
