/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/area_draw.h"

#include <math.h>

#include "widgets/timeline/view/area_rows.h"

/* Strength of wash and edges on the rows of the area, and elsewhere. */
typedef struct
{
  double wash, wash_elsewhere;
  double edge, edge_elsewhere;
  bool is_dashed;
} AreaLook;

static const AreaLook selected_look = { 0.12, 0.03, 1, 0.35, false };
static const AreaLook kept_look = { 0.06, 0, 0.7, 0, true };

static const double dashes[] = { 4, 4 };

/* Fills from y to end_y, limited to the height of the rows. */
static void
draw_band (cairo_t *cr,
           const Theme *theme,
           const AreaLook *look,
           bool is_of_area,
           double left_px,
           double right_px,
           double y_px,
           double end_y_px)
{
  double edge = is_of_area ? look->edge : look->edge_elsewhere;

  theme_set_source_alpha (cr, theme->accent, is_of_area ? look->wash : look->wash_elsewhere);
  cairo_rectangle (cr, left_px, y_px, right_px - left_px, end_y_px - y_px);
  cairo_fill (cr);
  if (edge <= 0)
    return;
  theme_set_source_alpha (cr, theme->accent, edge);
  cairo_set_line_width (cr, 1);
  if (look->is_dashed)
    cairo_set_dash (cr, dashes, 2, 0);
  for (int i = 0; i < 2; i++)
    {
      double x_px = i == 0 ? left_px + 0.5 : right_px - 0.5;

      cairo_move_to (cr, x_px, y_px);
      cairo_line_to (cr, x_px, end_y_px);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Draws the upper and lower edge of each run of rows of the area that ends in view. */
static void
draw_ends (cairo_t *cr,
           const Theme *theme,
           const TimelineView *view,
           double left_px,
           double right_px,
           double y_px,
           double end_y_px)
{
  theme_set_source (cr, theme->accent);
  if (y_px > 0)
    cairo_rectangle (cr, left_px, y_px, right_px - left_px, 1);
  if (end_y_px < view->height_px)
    cairo_rectangle (cr, left_px, end_y_px - 1, right_px - left_px, 1);
  cairo_fill (cr);
}

/* On the canvas; of the last pinned row, where what scrolls begins. */
static double
bottom_of_row (const TimelineView *view, uint32_t row)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  return timeline_view_row_y (view, row) + rows[row].height_px;
}

/* Neighbouring rows that look alike are drawn as one band, so that no dash or seam separates them. */
static void
draw_rows (cairo_t *cr,
           const TimelineView *view,
           const Theme *theme,
           const AreaLook *look,
           const TrackSet *tracks,
           double left_px,
           double right_px)
{
  bool *shown = area_rows_shown (view->tree, view->profile->trace, tracks);
  uint32_t first = timeline_view_first_row (view);
  double y_px = 0;

  while (first != UINT32_MAX && y_px < view->height_px)
    {
      bool is_of_area = shown[first];
      double end_y_px = y_px;
      uint32_t r = first;

      for (; r != UINT32_MAX && shown[r] == is_of_area; r = timeline_view_next_row (view, r))
        end_y_px = bottom_of_row (view, r);
      if (r == UINT32_MAX && !is_of_area)
        end_y_px = view->height_px;
      end_y_px = fmin (end_y_px, view->height_px);
      draw_band (cr, theme, look, is_of_area, left_px, right_px, y_px, end_y_px);
      if (is_of_area && !look->is_dashed)
        draw_ends (cr, theme, view, left_px, right_px, y_px, end_y_px);
      y_px = end_y_px;
      first = r;
    }
  if (y_px < view->height_px)
    draw_band (cr, theme, look, false, left_px, right_px, y_px, view->height_px);
  g_free (shown);
}

static void
draw_area (cairo_t *cr,
           const TimelineView *view,
           const Theme *theme,
           const AreaLook *look,
           const ViewArea *area)
{
  double left_px = round (timeline_view_px (view, area->begin_ns));
  double right_px = round (timeline_view_px (view, area->end_ns));

  if (right_px < 0 || left_px > view->width_px)
    return;
  /* Near the view: Cairo's coordinates wrap around at 2^23 device pixels. */
  left_px = fmin (fmax (left_px, -2), view->width_px + 2);
  right_px = fmin (fmax (right_px, left_px + 1), view->width_px + 2);
  if (area->tracks == NULL)
    draw_band (cr, theme, look, true, left_px, right_px, 0, view->height_px);
  else
    draw_rows (cr, view, theme, look, area->tracks, left_px, right_px);
}

void
area_draw (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewArea *area)
{
  draw_area (cr, view, theme, &selected_look, area);
}

void
area_draw_kept (cairo_t *cr, const TimelineView *view, const Theme *theme, const ViewMarks *marks)
{
  for (int i = 0; i < marks->n_kept; i++)
    draw_area (cr, view, theme, &kept_look, &marks->kept[i]);
}
