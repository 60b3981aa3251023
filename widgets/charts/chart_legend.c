/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_legend.h"

#include <glib.h>
#include <math.h>

#include "trace/stats/percent_parts.h"
#include "widgets/charts/chart_columns.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define ROW_MIN_PX     16.0
#define ROW_MAX_PX     28.0
#define NAME_MIN_PX    48.0
#define TITLE_REACH_PX (CHART_COLUMN_GAP_PX - CHART_GAP_PX / 2)
#define NAME_SHARE     0.5 /* of the room for name and numbers; numbers give way to it */

/* So few parts are shown in the size of body text. */
#define FEW_PARTS 4

static TextRole
role_of (int n_parts)
{
  return n_parts <= FEW_PARTS ? TEXT_TREE : TEXT_CAPTION;
}

static double
row_min_px (const DrawStyle *style, int n_parts)
{
  return fmax (ROW_MIN_PX, ceil (text_height_px (style->text, role_of (n_parts))));
}

static int
n_ranked (const ChartPart *parts, int n_parts)
{
  int n = 0;

  for (int i = 0; i < n_parts; i++)
    n += parts[i].is_ranked;
  return n;
}

/* Of the rank's column with the gap behind it; 0 without ranks. */
static double
rank_width_px (const DrawStyle *style, const ChartPart *parts, int n_parts)
{
  char widest[NUMBER_TEXT_MAX];
  int n = n_ranked (parts, n_parts);

  if (n < 2)
    return 0;
  number_text_count (style->numbers, (uint64_t) n, widest);
  return ceil (text_width_px (style->text, role_of (n_parts), widest)) + CHART_GAP_PX;
}

/* Titles reach into the gap before their column. */
static ChartColumns
measure_columns (const DrawStyle *style, const ChartPart *parts, int n_parts, const LegendTitles *titles)
{
  TextRole role = role_of (n_parts);
  ChartColumns columns = chart_columns_measure (style, role, parts, n_parts);
  double *extra_px = &columns.width_px[COLUMN_EXTRA];

  if (*extra_px > 0 && titles->extra != NULL)
    *extra_px = fmax (*extra_px, ceil (text_width_px (style->text, role, titles->extra)) - TITLE_REACH_PX);
  return columns;
}

double
chart_legend_natural_width_px (const DrawStyle *style,
                               const ChartPart *parts,
                               int n_parts,
                               const LegendTitles *titles)
{
  TextRole role = role_of (n_parts);
  ChartColumns columns = measure_columns (style, parts, n_parts, titles);
  double name = 0;

  for (int i = 0; i < n_parts; i++)
    name = fmax (name, text_width_px (style->text, role, parts[i].label));
  return 2 * CHART_ROW_PAD_PX + rank_width_px (style, parts, n_parts) + SWATCH_PX + CHART_GAP_PX + ceil (name)
         + chart_columns_width_px (&columns);
}

double
chart_legend_height_px (const DrawStyle *style, int n_parts)
{
  return row_min_px (style, n_parts) * n_parts;
}

bool
chart_legend_fits (const DrawStyle *style,
                   const ChartPart *parts,
                   int n_parts,
                   double width_px,
                   double height_px)
{
  double fixed = 2 * CHART_ROW_PAD_PX + rank_width_px (style, parts, n_parts) + SWATCH_PX + CHART_GAP_PX;

  return n_parts > 0 && width_px >= fixed + NAME_MIN_PX
         && height_px >= row_min_px (style, n_parts) * (n_parts > 1 ? 2 : 1);
}

/* Where things are in every row; columns from its left edge. */
typedef struct
{
  TextRole role;
  ChartColumns columns;
  double swatch_px, name_px, name_width_px;
} RowPlan;

static RowPlan
plan_row (const DrawStyle *style,
          const ChartPart *parts,
          int n_parts,
          const LegendTitles *titles,
          double width_px)
{
  /* The share says most in least room, then what it is of another whole; the value stands in a tooltip too. A legend
   * without numbers still names the colours. */
  static const ChartColumn worth[N_CHART_COLUMNS] = { COLUMN_SHARE, COLUMN_EXTRA, COLUMN_VALUE };
  RowPlan plan = { .role = role_of (n_parts) };
  double longest = 0;

  for (int i = 0; i < n_parts; i++)
    longest = fmax (longest, ceil (text_width_px (style->text, plan.role, parts[i].label)));
  plan.columns = measure_columns (style, parts, n_parts, titles);
  plan.swatch_px = CHART_ROW_PAD_PX + rank_width_px (style, parts, n_parts);
  plan.name_px = plan.swatch_px + SWATCH_PX + CHART_GAP_PX;

  double room = width_px - plan.name_px - CHART_ROW_PAD_PX;
  chart_columns_fit (&plan.columns, worth, room - fmin (longest, fmax (NAME_MIN_PX, NAME_SHARE * room)));
  plan.name_width_px = room - chart_columns_width_px (&plan.columns);
  return plan;
}

double
chart_legend_name_width_px (const DrawStyle *style,
                            const ChartPart *parts,
                            int n_parts,
                            const LegendTitles *titles,
                            double width_px)
{
  const RowPlan plan = plan_row (style, parts, n_parts, titles, width_px);

  return fmax (plan.name_width_px, 0);
}

/* Whether both columns that have titles are shown. */
static bool
has_titles (const RowPlan *plan, const LegendTitles *titles)
{
  return titles->share != NULL && titles->extra != NULL && plan->columns.width_px[COLUMN_EXTRA] > 0
         && plan->columns.width_px[COLUMN_SHARE] > 0;
}

static void
draw_titles (cairo_t *cr,
             const Rect *row,
             const DrawStyle *style,
             const RowPlan *plan,
             const LegendTitles *titles)
{
  double middle = row->y_px + row->height_px / 2, right = row->x_px + row->width_px - CHART_ROW_PAD_PX;

  text_draw (style->text, cr, plan->role, style->theme->secondary, TEXT_RIGHT, right, middle, titles->extra);
  right -= plan->columns.width_px[COLUMN_EXTRA] + CHART_COLUMN_GAP_PX;
  text_draw (style->text, cr, plan->role, style->theme->secondary, TEXT_RIGHT, right, middle, titles->share);
}

/* rank 0: none. */
static void
draw_row (cairo_t *cr,
          const Rect *row,
          const DrawStyle *style,
          const RowPlan *plan,
          const ChartPart *part,
          int rank)
{
  double middle = row->y_px + row->height_px / 2;

  if (rank > 0 && plan->swatch_px > CHART_ROW_PAD_PX)
    {
      char number[NUMBER_TEXT_MAX];

      number_text_count (style->numbers, (uint64_t) rank, number);
      text_draw (style->text, cr, plan->role, style->theme->secondary, TEXT_RIGHT,
                 row->x_px + plan->swatch_px - CHART_GAP_PX, middle, number);
    }
  chart_draw_swatch (cr, style, row->x_px + plan->swatch_px, middle, part);
  text_draw_fitted (style->text, cr, plan->role, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                    row->x_px + plan->name_px, middle, plan->name_width_px, part->label);
  chart_columns_draw (cr, style, plan->role, &plan->columns, row->x_px + row->width_px - CHART_ROW_PAD_PX,
                      middle, part);
}

/* Returns the share of the parts [first, behind), in tenths of a percent of all; adds up with the shares of the rest. */
static uint32_t
tenths_of (const ChartPart *parts, int n_parts, int first, int behind)
{
  g_autofree int64_t *amounts = g_new (int64_t, (gsize) n_parts);
  g_autofree uint32_t *tenths = g_new (uint32_t, (gsize) n_parts);
  uint32_t sum = 0;

  /* The longest amount of a damaged trace, INT64_MAX, is 2^63 as a double. */
  for (int i = 0; i < n_parts; i++)
    amounts[i] = parts[i].amount < 0x1p63 ? (int64_t) parts[i].amount : INT64_MAX;
  percent_parts (amounts, (size_t) n_parts, tenths);
  for (int i = first; i < behind; i++)
    sum += tenths[i];
  return sum;
}

/* Draws the row "2 more", with the share of the parts [first, behind) where others have theirs. */
static void
draw_more (cairo_t *cr,
           const Rect *row,
           const DrawStyle *style,
           const RowPlan *plan,
           const ChartPart *parts,
           int n_parts,
           int first,
           int behind)
{
  double middle = row->y_px + row->height_px / 2;
  char share[NUMBER_TEXT_MAX];

  chart_draw_more (cr, style, row->x_px + plan->name_px, middle, fmax (plan->name_width_px, 0),
                   behind - first);
  if (plan->columns.width_px[COLUMN_SHARE] <= 0)
    return;
  number_text_tenths (style->numbers, tenths_of (parts, n_parts, first, behind), share);
  chart_columns_draw (cr, style, plan->role, &plan->columns, row->x_px + row->width_px - CHART_ROW_PAD_PX,
                      middle, &(ChartPart){ .share = share });
}

void
chart_legend_draw (cairo_t *cr,
                   const Rect *rect,
                   const DrawStyle *style,
                   const ChartPart *parts,
                   int n_parts,
                   const LegendTitles *titles,
                   const ChartMarks *marks,
                   ChartMap *map)
{
  const RowPlan plan = plan_row (style, parts, n_parts, titles, rect->width_px);
  double row_min = row_min_px (style, n_parts);
  double row_max = plan.role == TEXT_CAPTION ? row_min + 4 : fmax (ROW_MAX_PX, row_min);
  int n_title_rows = has_titles (&plan, titles) && rect->height_px >= 3 * row_min ? 1 : 0;
  int n_rows = (int) fmin (n_parts, floor (rect->height_px / row_min) - n_title_rows);
  double pitch = fmin (floor (rect->height_px / (n_rows + n_title_rows)), row_max);
  double top = round (rect->y_px + (rect->height_px - pitch * (n_rows + n_title_rows)) / 2);

  if (n_title_rows > 0)
    {
      const Rect row = { rect->x_px, top, rect->width_px, pitch };

      draw_titles (cr, &row, style, &plan, titles);
      top += pitch;
    }

  /* What is left out lies in the row of n_head; the rest of the ring, often the largest part, keeps the last. */
  int n_tail = n_rows < n_parts && n_rows > 2 && parts[n_parts - 1].look == CHART_OTHERS ? 1 : 0;
  int n_head = n_rows < n_parts ? n_rows - 1 - n_tail : n_parts;
  int rank = 0;

  for (int i = 0, place = 0; i < n_parts; i++)
    {
      rank += parts[i].is_ranked;
      if (i >= n_head && i < n_parts - n_tail)
        continue;
      if (i >= n_head)
        place = n_rows - 1;

      const Rect row = { rect->x_px, top + pitch * place++, rect->width_px, pitch };
      if (chart_is_lit (marks, i))
        chart_draw_wash (cr, style, &row);
      draw_row (cr, &row, style, &plan, &parts[i], parts[i].is_ranked ? rank : 0);
      chart_add_rect (cr, &row);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add (map, i, row);
    }
  if (n_head < n_parts)
    {
      const Rect row = { rect->x_px, top + pitch * n_head, rect->width_px, pitch };

      draw_more (cr, &row, style, &plan, parts, n_parts, n_head, n_parts - n_tail);
    }
}
