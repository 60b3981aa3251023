/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/retained_picture.h"

/* A surface that a node still shows must not be drawn to: Cairo would copy all of it first. The node of the frame on
 * the screen and the one before may both be alive. */
#define N_SURFACES 3

struct RetainedPicture
{
  cairo_surface_t *surfaces[N_SURFACES];
  guint next;
  GskRenderNode *node;
  int width_px, height_px, scale;
  bool is_cairo;
};

RetainedPicture *
retained_picture_new (void)
{
  return g_new0 (RetainedPicture, 1);
}

static void
drop_surfaces (RetainedPicture *picture)
{
  for (guint i = 0; i < N_SURFACES; i++)
    g_clear_pointer (&picture->surfaces[i], cairo_surface_destroy);
}

void
retained_picture_free (RetainedPicture *picture)
{
  retained_picture_invalidate (picture);
  drop_surfaces (picture);
  g_free (picture);
}

void
retained_picture_invalidate (RetainedPicture *picture)
{
  g_clear_pointer (&picture->node, gsk_render_node_unref);
}

static bool
uses_cairo (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  return renderer == NULL || GSK_IS_CAIRO_RENDERER (renderer);
}

static void
fit_to (RetainedPicture *picture, GtkWidget *widget, int width_px, int height_px)
{
  int scale = gtk_widget_get_scale_factor (widget);
  bool is_cairo = uses_cairo (widget);

  if (picture->width_px == width_px && picture->height_px == height_px && picture->scale == scale
      && picture->is_cairo == is_cairo)
    return;
  retained_picture_invalidate (picture);
  drop_surfaces (picture);
  picture->width_px = width_px;
  picture->height_px = height_px;
  picture->scale = scale;
  picture->is_cairo = is_cairo;
}

static cairo_surface_t *
next_surface (RetainedPicture *picture)
{
  cairo_surface_t **surface = &picture->surfaces[picture->next];

  picture->next = (picture->next + 1) % N_SURFACES;
  if (*surface == NULL)
    {
      /* Textures have an alpha channel; without one, the Cairo renderer copies instead of blending. */
      *surface =
        cairo_image_surface_create (picture->is_cairo ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                                    picture->width_px * picture->scale, picture->height_px * picture->scale);
      cairo_surface_set_device_scale (*surface, picture->scale, picture->scale);
    }
  return *surface;
}

static GskRenderNode *
cairo_node_of (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static GskRenderNode *
texture_node_of (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes =
    g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * (gsize) height,
                                (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));
  g_autoptr (GdkTexture) texture =
    gdk_memory_texture_new (width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);

  return gsk_texture_node_new (texture, bounds);
}

static GskRenderNode *
draw_node (RetainedPicture *picture, void (*draw) (cairo_t *cr, gpointer user_data), gpointer user_data)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) picture->width_px, (float) picture->height_px);
  cairo_surface_t *surface = next_surface (picture);
  cairo_t *cr = cairo_create (surface);

  draw (cr, user_data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return picture->is_cairo ? cairo_node_of (surface, &bounds) : texture_node_of (surface, &bounds);
}

void
retained_picture_snapshot (RetainedPicture *picture,
                           GtkWidget *widget,
                           GtkSnapshot *snapshot,
                           int width_px,
                           int height_px,
                           void (*draw) (cairo_t *cr, gpointer user_data),
                           gpointer user_data)
{
  if (width_px <= 0 || height_px <= 0)
    return;
  fit_to (picture, widget, width_px, height_px);
  if (picture->node == NULL)
    picture->node = draw_node (picture, draw, user_data);
  gtk_snapshot_append_node (snapshot, picture->node);
}
