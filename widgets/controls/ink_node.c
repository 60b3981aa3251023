/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/ink_node.h"

#include <math.h>

#include "widgets/look/screen_style.h"

#define RING_PX 2.0
#define DASH_PX 4.0

GskRenderNode *
ink_node_new (int width_px, int height_px, void (*draw) (cairo_t *cr, gpointer user_data), gpointer user_data)
{
  cairo_rectangle_t extents = { 0, 0, width_px, height_px };
  cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (record);
  double x, y, width, height;
  GskRenderNode *node = NULL;

  draw (cr, user_data);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (record, &x, &y, &width, &height);

  double left = fmax (0, floor (x)), top = fmax (0, floor (y));
  double right = fmin (width_px, ceil (x + width)), bottom = fmin (height_px, ceil (y + height));
  if (width > 0 && height > 0 && right > left && bottom > top)
    {
      node = gsk_cairo_node_new (
        &GRAPHENE_RECT_INIT ((float) left, (float) top, (float) (right - left), (float) (bottom - top)));
      cr = gsk_cairo_node_get_draw_context (node);
      cairo_set_source_surface (cr, record, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (record);
  return node;
}

static void
draw_ring (cairo_t *cr, gpointer user_data)
{
  GtkWidget *widget = user_data;

  theme_set_source (cr, screen_style_get (widget)->theme->accent);
  cairo_set_line_width (cr, RING_PX);
  cairo_set_dash (cr, &(double){ DASH_PX }, 1, 0);
  cairo_rectangle (cr, RING_PX / 2, RING_PX / 2, gtk_widget_get_width (widget) - RING_PX,
                   gtk_widget_get_height (widget) - RING_PX);
  cairo_stroke (cr);
}

GskRenderNode *
ink_node_focus_ring (GtkWidget *widget)
{
  return ink_node_new (gtk_widget_get_width (widget), gtk_widget_get_height (widget), draw_ring, widget);
}
