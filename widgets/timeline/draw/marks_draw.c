/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/timeline/draw/area_draw.h"
#include "widgets/timeline/draw/arrow.h"
#include "widgets/timeline/draw/collective_draw.h"
#include "widgets/timeline/draw/marker_draw.h"
#include "widgets/timeline/draw/found_draw.h"
#include "widgets/timeline/draw/same_name_draw.h"
#include "widgets/timeline/draw/comparison_draw.h"
#include "widgets/timeline/draw/path_draw.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define RING_PX 2
#define HALO_PX 2

static const double dashes[] = { 4, 3 };

/* Along the outside of a slice's rectangle; edges beyond the view are not drawn, and kept near it: Cairo's coordinates
 * wrap around at 2^23 device pixels. */
static void
add_outline (cairo_t *cr, const TimelineView *view, const Rect *rect, double outside_px)
{
  double left_px = fmin (fmax (floor (rect->x_px), -8), view->width_px + 8);
  double right_px = fmin (fmax (ceil (rect->x_px + rect->width_px), left_px + 1), view->width_px + 8);

  cairo_rectangle (cr, left_px - outside_px, rect->y_px - outside_px, right_px - left_px + 2 * outside_px,
                   rect->height_px + 2 * outside_px);
}

static void
draw_selected (cairo_t *cr, const TimelineView *view, const Theme *theme, uint64_t slice)
{
  Rect rect;

  if (!timeline_view_slice_rect (view, slice, &rect))
    return;
  add_outline (cr, view, &rect, RING_PX + HALO_PX / 2.0 - 1);
  theme_set_source (cr, theme->halo);
  cairo_set_line_width (cr, HALO_PX);
  cairo_stroke (cr);
  add_outline (cr, view, &rect, RING_PX / 2.0 - 1);
  theme_set_source (cr, theme->text);
  cairo_set_line_width (cr, RING_PX);
  cairo_stroke (cr);
}

static void
draw_hovered (cairo_t *cr, const TimelineView *view, const Theme *theme, uint64_t slice)
{
  Rect rect;

  if (!timeline_view_slice_rect (view, slice, &rect))
    return;
  add_outline (cr, view, &rect, 0.5);
  theme_set_source (cr, theme->text);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_focused (cairo_t *cr, const TimelineView *view, const Theme *theme, uint64_t slice)
{
  Rect rect;

  if (!timeline_view_slice_rect (view, slice, &rect))
    return;
  add_outline (cr, view, &rect, 1);
  theme_set_source (cr, theme->accent);
  cairo_set_line_width (cr, 2);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Draws in the utilization row of the device. */
static void
draw_gap (cairo_t *cr, const TimelineView *view, const Theme *theme, const TimelineMarks *marks)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  for (uint32_t r = 0; r < n; r++)
    if (rows[r].kind == ROW_UTILIZATION && rows[r].device == marks->gap_device)
      {
        Rect rect = timeline_view_row_rect (view, r);

        rect.x_px = timeline_view_px (view, marks->begin_ns);
        rect.width_px = timeline_view_px (view, marks->end_ns) - rect.x_px;
        if (rect.x_px > view->width_px || rect.x_px + rect.width_px < 0
            || (!timeline_view_is_fixed (view, r) && rect.y_px < view->fixed_px))
          continue;
        add_outline (cr, view, &rect, RING_PX / 2.0 - 1);
        theme_set_source (cr, theme->text);
        cairo_set_line_width (cr, RING_PX);
        cairo_stroke (cr);
      }
}

void
timeline_draw_marks (cairo_t *cr,
                     const TimelineView *view,
                     const TimelinePlan *plan,
                     const DrawStyle *style,
                     const TimelineMarks *marks,
                     TimelineLinks *ret_links)
{
  const Theme *theme = style->theme;
  CollectiveDrawing *collective = collective_drawing_new (view, marks->collectives, marks->selected);
  TimelineLinks own_links;

  ret_links = ret_links != NULL ? ret_links : &own_links;
  ret_links->n = 0;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, view->height_px);
  cairo_clip (cr);
  if (marks->selected != SLICE_NONE && marks->same_name != NULL)
    same_name_draw (cr, view, style, marks->same_name, marks->dims_others, timeline_plan_scale (plan));
  if (view->path != NULL && marks->draws_path)
    path_draw (cr, view, style, timeline_plan_scale (plan), marks->selected);
  if (marks->marks != NULL)
    area_draw_kept (cr, view, theme, marks->marks);
  /* What is under the pointer is drawn over all of this. */
  if (view->comparison != NULL && marks->hovered == SLICE_NONE)
    comparison_draw (cr, view, style);
  if (view->comparison != NULL)
    comparison_draw_legend (cr, view, style);
  if (view->path != NULL || view->path_note != NULL)
    path_draw_legend (cr, view, style);
  if (marks->has_gap || marks->has_area)
    area_draw (cr, view, theme, &(ViewArea){ marks->begin_ns, marks->end_ns, marks->tracks });
  if (marks->found != NULL)
    timeline_draw_found (cr, view, timeline_plan_scale (plan), style, marks->found);
  if (marks->has_gap)
    draw_gap (cr, view, theme, marks);
  collective_draw_parts (cr, collective, style);
  if (marks->selected != SLICE_NONE)
    draw_selected (cr, view, theme, marks->selected);
  if (marks->hovered != SLICE_NONE && marks->hovered != marks->selected)
    {
      arrow_draw (cr, view, style, marks->pairs, marks->fans, marks->hovered, true, NULL);
      draw_hovered (cr, view, theme, marks->hovered);
    }
  if (marks->focused != SLICE_NONE && marks->focused != marks->selected)
    draw_focused (cr, view, theme, marks->focused);
  if (marks->marks != NULL)
    marker_draw_lines (cr, view, style, marks->marks);
  collective_draw_lines (cr, collective, style);
  if (marks->selected != SLICE_NONE)
    arrow_draw (cr, view, style, marks->pairs, marks->fans, marks->selected, false, ret_links);
  collective_draw_chip (cr, collective, style, ret_links);
  collective_drawing_free (collective);
  if (marks->marks != NULL)
    marker_draw_distance (cr, view, style, marks->marks);
  if (marks->is_focused)
    {
      theme_set_source (cr, theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_set_dash (cr, dashes, 2, 0);
      cairo_rectangle (cr, 2, 2, view->width_px - 4, view->height_px - 4);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
