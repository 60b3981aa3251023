/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/footer_line.h"

#include "widgets/controls/quiet_tooltip.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/look/screen_style.h"

struct _FooterLine
{
  GtkWidget parent_instance;

  char *text;
};

G_DEFINE_FINAL_TYPE (FooterLine, footer_line, GTK_TYPE_WIDGET)

void
footer_line_set_text (FooterLine *self, const char *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  quiet_tooltip_set (GTK_WIDGET (self), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
footer_line_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const FooterLine *self = FOOTER_LINE (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  bool is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (self->text == NULL || width <= 0 || height <= 0)
    return;
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  pane_draw_footer (cr, &(Rect){ 0, 0, width, height }, screen_style_get (widget),
                    is_mirrored ? TEXT_RIGHT : TEXT_LEFT, self->text);
  cairo_destroy (cr);
}

static void
footer_line_finalize (GObject *object)
{
  g_free (FOOTER_LINE (object)->text);
  G_OBJECT_CLASS (footer_line_parent_class)->finalize (object);
}

static void
footer_line_class_init (FooterLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = footer_line_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = footer_line_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
footer_line_init (FooterLine *self)
{
  (void) self;
}

GtkWidget *
footer_line_new (void)
{
  GtkWidget *line = g_object_new (FOOTER_TYPE_LINE, NULL);

  screen_style_connect_changed (line, gtk_widget_queue_draw);
  return line;
}
