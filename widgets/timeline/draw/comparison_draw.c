/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/comparison_draw.h"

#include <math.h>

#include "widgets/timeline/draw/legend_line.h"

#define SHADE_ALPHA  0.20 /* of the part that the median step did without: the kind of work is still seen */
#define LINE_PX      2    /* at the bottom of a slice that took longer */
#define EXCESS_PX    4    /* likewise, of that part */
#define LABEL_MIN_PX 44

static const double dashes[] = { 3, 2 };

typedef struct
{
  const TimelineView *view;
  const DrawStyle *style;
  cairo_t *cr;
  Rect lane;
  bool is_narrow;  /* too low for outlines: a strip */
  double drawn_px; /* up to there differences of the kind are drawn: what lies within adds nothing */
} Painter;

static Rect
rect_of (const Painter *painter, int64_t begin_ns, int64_t end_ns)
{
  const TimelineView *view = painter->view;
  double left_px = fmin (fmax (floor (timeline_view_px (view, begin_ns)), -8), view->width_px + 8);
  double right_px = fmin (fmax (ceil (timeline_view_px (view, end_ns)), left_px + 1), view->width_px + 8);

  return (Rect){ left_px, painter->lane.y_px, right_px - left_px, painter->lane.height_px };
}

static void
fill (const Painter *painter, const Rect *rect, double alpha)
{
  theme_set_source_alpha (painter->cr, painter->style->theme->worse, alpha);
  cairo_rectangle (painter->cr, rect->x_px, rect->y_px, rect->width_px, rect->height_px);
  cairo_fill (painter->cr);
}

static void
fill_bottom (const Painter *painter, const Rect *rect, double height_px)
{
  Rect bottom = { rect->x_px, rect->y_px + rect->height_px - height_px, rect->width_px, height_px };

  fill (painter, &bottom, 1);
}

static void
draw_longer (const Painter *painter, const StepDifference *difference, const Rect *rect)
{
  const Theme *theme = painter->style->theme;
  Rect excess = rect_of (painter, difference->end_ns - difference->longer_ns, difference->end_ns);
  char text[NUMBER_TEXT_MAX], longer[NUMBER_TEXT_MAX];

  fill (painter, &excess, painter->is_narrow ? 1 : SHADE_ALPHA);
  if (painter->is_narrow)
    return;
  fill_bottom (painter, rect, LINE_PX);
  fill_bottom (painter, &excess, EXCESS_PX);
  if (excess.width_px < LABEL_MIN_PX)
    return;

  /* The number stands on a ground of its own: what is below may be of any colour, and have a label. */
  number_text_duration (painter->style->numbers, (double) difference->longer_ns, longer);
  g_snprintf (text, sizeof text, "+%s", longer);
  double width_px = ceil (text_width_px (painter->style->text, TEXT_CAPTION_BOLD, text)) + 8;
  double right_px = fmin (excess.x_px + excess.width_px, painter->view->width_px) - 2;
  if (width_px > right_px - excess.x_px)
    return;
  theme_set_source (painter->cr, theme->view);
  cairo_rectangle (painter->cr, right_px - width_px, rect->y_px + 1, width_px,
                   rect->height_px - EXCESS_PX - 2);
  cairo_fill (painter->cr);
  text_draw (painter->style->text, painter->cr, TEXT_CAPTION_BOLD, theme->worse, TEXT_RIGHT, right_px - 4,
             rect->y_px + (rect->height_px - EXCESS_PX) / 2, text);
}

static void
draw_outline (const Painter *painter, const Rect *rect, bool is_dashed)
{
  if (painter->is_narrow || rect->width_px < 3)
    {
      theme_set_source (painter->cr,
                        is_dashed ? painter->style->theme->better : painter->style->theme->worse);
      cairo_rectangle (painter->cr, rect->x_px, rect->y_px, fmax (rect->width_px, 1), rect->height_px);
      cairo_fill (painter->cr);
      return;
    }
  theme_set_source (painter->cr, is_dashed ? painter->style->theme->better : painter->style->theme->worse);
  cairo_set_line_width (painter->cr, 2);
  cairo_set_dash (painter->cr, dashes, is_dashed ? 2 : 0, 0);
  cairo_rectangle (painter->cr, rect->x_px + 1, rect->y_px + 1, rect->width_px - 2, rect->height_px - 2);
  cairo_stroke (painter->cr);
}

static void
draw_difference (Painter *painter, const StepDifference *difference)
{
  Rect rect = rect_of (painter, difference->begin_ns, difference->end_ns);

  if (rect.x_px + rect.width_px <= painter->drawn_px)
    return;
  painter->drawn_px = rect.x_px + rect.width_px;
  if (difference->kind == DIFFERS_LONGER)
    draw_longer (painter, difference, &rect);
  else
    draw_outline (painter, &rect, difference->kind == DIFFERS_MISSING);
}

/* Returns the first of [first, end) that overlaps the view, or end. */
static uint64_t
first_in_view (const StepDifferences *differences, uint64_t first, uint64_t end, int64_t begin_ns)
{
  while (first < end)
    {
      uint64_t middle = first + (end - first) / 2;

      if (differences->at[middle].reach_ns < begin_ns)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the first of [first, end), of one kind in a lane, that ends at or behind a pixel, or end. */
static uint64_t
first_from_px (const Painter *painter,
               const StepDifferences *differences,
               uint64_t first,
               uint64_t end,
               double x_px)
{
  uint64_t step = 1;

  /* Looks as far as it has to. */
  while (end - first > step
         && timeline_view_px (painter->view, differences->at[first + step].reach_ns) < x_px)
    {
      first += step;
      step *= 2;
    }
  end = MIN (end, first + step + 1);
  while (first < end)
    {
      uint64_t middle = first + (end - first) / 2;

      if (timeline_view_px (painter->view, differences->at[middle].reach_ns) < x_px)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the index behind the differences of a lane, or of its kind if is_kind. */
static uint64_t
end_of_lane (const StepDifferences *differences, uint64_t first, bool is_kind)
{
  const StepDifference *like = &differences->at[first];
  uint64_t low = first, high = differences->n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      const StepDifference *at = &differences->at[middle];
      if (at->lane < like->lane || (at->lane == like->lane && (!is_kind || at->kind <= like->kind)))
        low = middle + 1;
      else
        high = middle;
    }
  return MAX (low, first + 1);
}

/* O(pixels x log n). */
static void
draw_kind (Painter *painter, const StepDifferences *differences, uint64_t first, uint64_t end)
{
  const TimelineView *view = painter->view;

  painter->drawn_px = -INFINITY;
  for (uint64_t i = first_in_view (differences, first, end, view->begin_ns);
       i < end && differences->at[i].begin_ns < view->end_ns && painter->drawn_px < view->width_px;
       i = first_from_px (painter, differences, i + 1, end, painter->drawn_px))
    if (differences->at[i].end_ns >= view->begin_ns)
      draw_difference (painter, &differences->at[i]);
}

static void
draw_lane (Painter *painter, const StepDifferences *differences, uint64_t first, uint64_t end)
{
  const TimelineView *view = painter->view;
  uint32_t n_rows, row = track_tree_row_of_slice (view->tree, differences->at[first].slice);
  const TimelineRow *rows = track_tree_rows (view->tree, &n_rows);

  if (row >= n_rows || rows[row].kind == ROW_GROUP
      || !timeline_view_slice_rect (view, differences->at[first].slice, &painter->lane)
      || painter->lane.y_px > view->height_px || painter->lane.y_px + painter->lane.height_px < 0)
    return;
  painter->is_narrow = rows[row].kind != ROW_LANE;
  for (uint64_t begin = first, next; begin < end; begin = next)
    {
      next = end_of_lane (differences, begin, true);
      draw_kind (painter, differences, begin, next);
    }
}

Rect
comparison_legend_rect (const TimelineView *view, const DrawStyle *style)
{
  g_autofree char *text = step_comparison_legend (view->comparison, style->numbers);

  return legend_line_rect (view, style, 0, text);
}

void
comparison_draw_legend (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  g_autofree char *text = step_comparison_legend (view->comparison, style->numbers);

  legend_line_draw (cr, view, style, 0, text);
}

void
comparison_draw (cairo_t *cr, const TimelineView *view, const DrawStyle *style)
{
  const StepDifferences *differences = &view->comparison->differences;
  Painter painter = { .view = view, .style = style, .cr = cr };

  cairo_save (cr);
  for (uint64_t first = 0, end; first < differences->n; first = end)
    {
      end = end_of_lane (differences, first, false);
      draw_lane (&painter, differences, first, end);
    }
  cairo_restore (cr);
}
