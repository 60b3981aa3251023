/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_clipboard.h"

#include <math.h>

#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/look/picture.h"
#include "widgets/look/screen_style.h"

#define SCALE_MIN 2

typedef struct
{
  const PaneContext *pane;
  const DrawStyle *style;
  int width_px, height_px;
} Drawing;

static void
draw (cairo_t *cr, void *user_data)
{
  const Drawing *drawing = user_data;
  const Rect rect = { 0, 0, drawing->width_px, drawing->height_px };

  pane_draw (cr, &rect, drawing->style, drawing->pane);
}

/* Takes surface. */
static GdkTexture *
texture_of (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  g_autoptr (GBytes) bytes =
    g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) stride * (gsize) height,
                                (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
}

void
pane_copy_image (GtkWidget *widget, const PaneContext *pane, int width_px, int height_px)
{
  int scale = MAX (gtk_widget_get_scale_factor (widget), SCALE_MIN);
  Drawing drawing = { pane, screen_style_get (widget), width_px, height_px };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width_px * scale, height_px * scale);

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_t *cr = cairo_create (surface);
  draw (cr, &drawing);
  bool ok = cairo_status (cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy (cr);
  if (!ok)
    {
      cairo_surface_destroy (surface);
      return;
    }
  g_autoptr (GdkTexture) texture = texture_of (surface);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
}

void
pane_copy_table (GtkWidget *widget, const PaneContext *pane, bool as_markdown)
{
  g_autofree char *text = pane_sentence (pane);

  if (text == NULL)
    {
      g_autoptr (PaneTable) table = pane->kind->table (pane);

      text = as_markdown ? pane_table_markdown (table) : pane_table_tsv (table);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

void
pane_copy_issue (GtkWidget *widget, const PaneContext *pane)
{
  g_autofree char *text = pane_sentence (pane);

  if (text == NULL)
    text = pane->kind->issue_text (pane);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

bool
pane_save (GtkWidget *widget,
           const PaneContext *pane,
           int width_px,
           int height_px,
           const char *path,
           GError **error)
{
  PictureFormat format = PICTURE_PNG;
  DrawStyle style = *screen_style_get (widget);
  const Theme printed = theme_with_patterns (style.theme);
  Drawing drawing = { pane, &style, width_px, height_px };

  picture_format_of_path (path, &format);
  if (format == PICTURE_PDF) /* it may be printed without colour */
    style.theme = &printed;
  return picture_write (path, format, width_px, height_px, SCALE_MIN, draw, &drawing, error);
}
