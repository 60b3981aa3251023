/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stddef.h>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_legend.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define HOLE          0.60 /* of the outer radius */
#define PART_GAP_PX   2.0
#define OUTWARD_PX    3.0 /* of a hovered or selected part */
#define LEGEND_GAP_PX 12.0
#define RING_MIN_PX   56.0 /* diameter */
#define RING_ENOUGH   0.32 /* of the width: a ring that the whole legend leaves so much is no larger */
#define RING_SHARE    0.38 /* of the width, when names are longer than there is room */
#define RANK_SHARE    0.04 /* smaller parts bear no number */

typedef struct
{
  double cx_px, cy_px, inner_px, outer_px;
} Ring;

/* A sector whose sides are parallel to its edges, so that the gap between two is equally wide from hole to rim. */
static void
add_sector (cairo_t *cr, const Ring *ring, double begin_rad, double end_rad, double outward_px)
{
  double outer = ring->outer_px + outward_px, inner = ring->inner_px;
  double outer_gap = asin (PART_GAP_PX / 2 / outer), inner_gap = asin (PART_GAP_PX / 2 / inner);
  double turn = -M_PI_2; /* Cairo counts from 3 o'clock */

  if (end_rad - begin_rad > 2 * M_PI - 1e-9)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, ring->cx_px, ring->cy_px, outer, 0, 2 * M_PI);
      cairo_new_sub_path (cr);
      cairo_arc_negative (cr, ring->cx_px, ring->cy_px, inner, 2 * M_PI, 0);
      return;
    }
  if (end_rad - begin_rad < 3 * inner_gap)
    outer_gap = inner_gap = 0; /* a gap would leave nothing of it */
  cairo_new_sub_path (cr);
  cairo_arc (cr, ring->cx_px, ring->cy_px, outer, turn + begin_rad + outer_gap, turn + end_rad - outer_gap);
  cairo_arc_negative (cr, ring->cx_px, ring->cy_px, inner, turn + end_rad - inner_gap,
                      turn + begin_rad + inner_gap);
  cairo_close_path (cr);
}

static void
draw_rank (cairo_t *cr,
           const DrawStyle *style,
           const Ring *ring,
           const ChartPart *part,
           int rank,
           double begin_rad,
           double end_rad)
{
  char number[NUMBER_TEXT_MAX];
  double radius = (ring->inner_px + ring->outer_px) / 2, turn = (begin_rad + end_rad) / 2;
  double width, height = text_height_px (style->text, TEXT_CAPTION);

  number_text_count (style->numbers, (uint64_t) rank, number);
  width = text_width_px (style->text, TEXT_CAPTION, number);
  if (hypot (width, height) > fmin (ring->outer_px - ring->inner_px, (end_rad - begin_rad) * radius))
    return;
  double x = ring->cx_px + radius * sin (turn), y = ring->cy_px - radius * cos (turn);
  const Rect label = { x - width / 2, y - height / 2, width, height };
  chart_draw_label_ground (cr, style, part->look, part->work, &label);
  text_draw (style->text, cr, TEXT_CAPTION, chart_ink (style, part->look, part->work), TEXT_CENTER, x, y,
             number);
}

/* The figure in the largest size that fits the hole with its caption, else in the largest that fits without. */
static void
draw_total (cairo_t *cr, const DrawStyle *style, const Ring *ring, const RingChart *chart)
{
  static const TextRole sizes[] = { TEXT_FIGURE, TEXT_SUMMARY, TEXT_HEADING, TEXT_CAPTION_BOLD };
  const int n_sizes = sizeof sizes / sizeof sizes[0];
  const char *figure = chart->figure != NULL ? chart->figure : "";
  const char *caption = chart->caption != NULL ? chart->caption : "";
  double caption_width = text_width_px (style->text, TEXT_CAPTION, caption);
  double caption_height = text_height_px (style->text, TEXT_CAPTION);
  double hole = 2 * (ring->inner_px - 2);

  for (int i = caption[0] != '\0' ? 0 : n_sizes; i < 2 * n_sizes; i++)
    {
      TextRole role = sizes[i % n_sizes];
      bool has_caption = i < n_sizes;
      double width = text_width_px (style->text, role, figure), height = text_height_px (style->text, role);

      /* Of the height of a line some 0.7 are digits. */
      double bottom = caption_height / 2 + height * 0.35, middle = has_caption ? bottom : height * 0.35;
      if (hypot (width, 2 * middle) > hole || (has_caption && hypot (caption_width, 2 * bottom) > hole))
        continue;
      text_draw (style->text, cr, role, style->theme->text, TEXT_CENTER, ring->cx_px,
                 ring->cy_px - (has_caption ? caption_height / 2 : 0), figure);
      if (has_caption)
        text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_CENTER, ring->cx_px,
                   ring->cy_px + height / 2, caption);
      return;
    }
}

static void
draw_ring (cairo_t *cr,
           const DrawStyle *style,
           const Ring *ring,
           const RingChart *chart,
           const ChartMarks *marks,
           ChartMap *map)
{
  double sum = 0, before = 0;
  int rank = 0;

  for (int i = 0; i < chart->n_parts; i++)
    sum += chart->parts[i].amount;
  if (!(sum > 0))
    {
      add_sector (cr, ring, 0, 2 * M_PI, 0);
      theme_stroke_inside (cr, style->theme->rule, 1, 1);
    }
  for (int i = 0; i < chart->n_parts && sum > 0; i++)
    {
      const ChartPart *part = &chart->parts[i];
      double begin = before / sum * 2 * M_PI, end = fmin ((before + part->amount) / sum, 1) * 2 * M_PI;
      double outward = chart_is_lit (marks, i) ? OUTWARD_PX : 0;

      before += part->amount;
      rank += part->is_ranked;
      if (!(part->amount > 0))
        continue;
      add_sector (cr, ring, begin, end, outward);
      chart_fill_part (cr, style, part->look, part->work, (end - begin) * ring->outer_px >= EDGE_MIN_PX);
      if (part->is_ranked && part->amount >= RANK_SHARE * sum && chart->n_parts > 1)
        draw_rank (cr, style, ring, part, rank, begin, end);
      add_sector (cr, ring, begin, end, outward);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add_sector (map, i, ring->cx_px, ring->cy_px, ring->inner_px, ring->outer_px + outward, begin,
                            end);
    }
}

static LegendTitles
titles_of (const RingChart *chart)
{
  return (LegendTitles){ chart->share_title, chart->extra_title };
}

/* Divides the rectangle between the ring, whose bounds are left in *ret_ring, and its legend. False: no legend. */
static bool
lay_out (const Rect *rect, const DrawStyle *style, const RingChart *chart, Rect *ret_ring, Rect *ret_legend)
{
  double width = rect->width_px, height = rect->height_px;
  const LegendTitles titles = titles_of (chart);

  *ret_ring = *rect;
  if (chart->has_no_legend)
    return false;
  if (width >= 1.2 * height)
    {
      double natural = chart_legend_natural_width_px (style, chart->parts, chart->n_parts, &titles);
      double left = width - natural - LEGEND_GAP_PX;
      double side =
        fmin (height, fmax (left >= RING_ENOUGH * width ? left : RING_SHARE * width, RING_MIN_PX));
      double legend = width - side - LEGEND_GAP_PX;

      if (!chart_legend_fits (style, chart->parts, chart->n_parts, legend, height))
        return false;
      ret_ring->width_px = side;
      *ret_legend =
        (Rect){ rect->x_px + side + LEGEND_GAP_PX, rect->y_px, fmin (legend, natural + 48), height };
      return true;
    }

  double rows = chart_legend_height_px (style, chart->n_parts);
  double side = fmin (width, fmax (height - rows - CHART_GAP_PX, fmax (height / 2, RING_MIN_PX)));
  double legend = height - side - CHART_GAP_PX;
  if (!chart_legend_fits (style, chart->parts, chart->n_parts, width, legend))
    return false;
  ret_ring->height_px = side;
  *ret_legend = (Rect){ rect->x_px, rect->y_px + side + CHART_GAP_PX, width, legend };
  return true;
}

double
ring_chart_name_width_px (const Rect *rect, const DrawStyle *style, const RingChart *chart)
{
  Rect ring, legend;

  const LegendTitles titles = titles_of (chart);

  if (!lay_out (rect, style, chart, &ring, &legend))
    return 0;
  return chart_legend_name_width_px (style, chart->parts, chart->n_parts, &titles, legend.width_px);
}

void
ring_chart_draw (cairo_t *cr,
                 const Rect *rect,
                 const DrawStyle *style,
                 const RingChart *chart,
                 const ChartMarks *marks,
                 ChartMap *ret_map)
{
  Rect bounds, legend;
  Ring ring;

  chart_map_clear (ret_map);
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);
  bool has_legend = lay_out (rect, style, chart, &bounds, &legend);
  ring.outer_px = floor (fmin (bounds.width_px, bounds.height_px) / 2) - OUTWARD_PX;
  ring.inner_px = round (ring.outer_px * HOLE);
  ring.cx_px = round (bounds.x_px + bounds.width_px / 2);
  ring.cy_px = round (bounds.y_px + bounds.height_px / 2);
  if (ring.inner_px >= PART_GAP_PX)
    {
      draw_ring (cr, style, &ring, chart, marks, ret_map);
      draw_total (cr, style, &ring, chart);
    }
  if (has_legend)
    {
      const LegendTitles titles = titles_of (chart);

      chart_legend_draw (cr, &legend, style, chart->parts, chart->n_parts, &titles, marks, ret_map);
    }
  cairo_restore (cr);
}
