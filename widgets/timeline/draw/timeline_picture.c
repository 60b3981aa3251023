/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "widgets/timeline/draw/flow_overlay.h"
#include "widgets/timeline/draw/timeline_draw.h"

double
timeline_picture_scale (cairo_t *cr)
{
  cairo_surface_t *surface = cairo_get_group_target (cr);
  cairo_matrix_t matrix;
  double x_scale, y_scale;

  if (cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return 1;
  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  return fmax (matrix.xx * x_scale, 1);
}

static void
draw_flows (cairo_t *cr,
            const TimelineView *view,
            const DrawStyle *style,
            const FlowIndex *flows,
            double scale)
{
  FlowOverlay *overlay = flow_overlay_new ();

  if (flow_overlay_make (overlay, flows, view, scale))
    flow_overlay_draw (cr, overlay, style);
  flow_overlay_free (overlay);
}

int
timeline_picture_rows_px (const DrawStyle *style, int height_px)
{
  return MAX (height_px - timeline_overview_px (style) - timeline_ruler_px (style), 1);
}

bool
timeline_draw_picture (cairo_t *cr,
                       const TimelineView *view,
                       const DrawStyle *style,
                       const TimelineMarks *marks,
                       int width_px,
                       int height_px,
                       int header_px)
{
  const OverviewMarks overview_marks = { UINT64_MAX, UINT64_MAX, marks->found };
  const int overview_px = timeline_overview_px (style), ruler_px = timeline_ruler_px (style);
  TimelineView shown = *view;
  TimelinePlan *plan = timeline_plan_new ();
  bool ok;

  shown.width_px = MAX (width_px - header_px, 1);
  shown.height_px = timeline_picture_rows_px (style, height_px);
  shown.fixed_px = timeline_view_fixed_px (shown.tree, shown.height_px);
  shown.scroll_px = CLAMP (shown.scroll_px, 0, MAX (track_tree_height_px (shown.tree) - shown.height_px, 0));
  ok = timeline_plan_make (plan, &shown, timeline_picture_scale (cr));
  if (ok)
    {
      cairo_save (cr);
      timeline_draw_overview_header (cr, &shown, style, header_px);
      cairo_translate (cr, 0, overview_px);
      timeline_draw_ruler_header (cr, &shown, style, header_px);
      cairo_translate (cr, 0, ruler_px);
      timeline_draw_header (cr, &shown, style, header_px, UINT32_MAX, UINT32_MAX);
      cairo_translate (cr, header_px, -overview_px - ruler_px);
      timeline_draw_overview_ground (cr, &shown, style, &overview_marks);
      timeline_draw_overview_window (cr, &shown, style);
      bookmarks_draw_overview (cr, &shown, style, marks->bookmarks, marks->n_bookmarks);
      cairo_translate (cr, 0, overview_px);
      timeline_draw_ruler (cr, &shown, style);
      if (marks->has_area || marks->has_gap)
        timeline_draw_ruler_area (cr, &shown, style, marks->begin_ns, marks->end_ns);
      if (marks->marks != NULL)
        timeline_draw_ruler_marks (cr, &shown, style, marks->marks);
      bookmarks_draw_ruler (cr, &shown, style, marks->bookmarks, marks->n_bookmarks);
      cairo_translate (cr, 0, ruler_px);
      timeline_draw_rows (cr, &shown, plan, style);
      bookmarks_draw_canvas (cr, &shown, style, marks->bookmarks, marks->n_bookmarks);
      if (marks->flows != NULL)
        draw_flows (cr, &shown, style, marks->flows, timeline_plan_scale (plan));
      timeline_draw_marks (cr, &shown, plan, style, marks, NULL);
      cairo_restore (cr);
    }
  timeline_plan_free (plan);
  return ok;
}
