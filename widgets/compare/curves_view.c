/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/curves_view.h"

#include "widgets/look/screen_style.h"

struct _CurvesView
{
  GtkWidget parent_instance;

  GtkWidget *view;
  CompareCurves *curves; /* NULL: none */
  CurvesKind kind;
  int height_px;
};

G_DEFINE_FINAL_TYPE (CurvesView, curves_view, GTK_TYPE_WIDGET)

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const ChartMarks *marks,
      ChartMap *ret_map,
      gpointer user_data)
{
  CurvesView *self = user_data;
  const CurvesChart nothing = { 0 };

  curves_chart_draw (cr, rect, style,
                     self->curves != NULL ? compare_curves_chart (self->curves, self->kind) : &nothing, marks,
                     ret_map);
}

static char *
part_text (int part, gpointer user_data)
{
  CurvesView *self = user_data;

  if (self->curves == NULL || part >= compare_curves_chart (self->curves, self->kind)->n_points)
    return NULL;
  return compare_curves_point_text (self->curves, self->kind, part,
                                    screen_style_get (GTK_WIDGET (self))->numbers);
}

static bool
leads (int part, gpointer user_data)
{
  (void) part;
  (void) user_data;
  return false;
}

static char *
text_of (gpointer user_data)
{
  CurvesView *self = user_data;

  return self->curves != NULL
           ? compare_curves_text (self->curves, self->kind, screen_style_get (GTK_WIDGET (self))->numbers)
           : g_strdup ("");
}

static double
height_of (const DrawStyle *style, gpointer user_data)
{
  return draw_style_px (style, ((CurvesView *) user_data)->height_px);
}

static void
curves_view_dispose (GObject *object)
{
  CurvesView *self = CURVES_VIEW (object);

  g_clear_pointer (&self->view, gtk_widget_unparent);
  g_clear_pointer (&self->curves, compare_curves_unref);
  G_OBJECT_CLASS (curves_view_parent_class)->dispose (object);
}

static void
curves_view_class_init (CurvesViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = curves_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
curves_view_init (CurvesView *self)
{
  (void) self;
}

GtkWidget *
curves_view_new (CurvesKind kind, int height_px)
{
  static const ChartFace face = { draw, part_text, leads, text_of, height_of };
  CurvesView *self = g_object_new (CURVES_TYPE_VIEW, NULL);

  self->kind = kind;
  self->height_px = height_px;
  self->view = chart_view_new (compare_curves_title (NULL, kind), &face, self);
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
curves_view_set (CurvesView *self, CompareCurves *curves)
{
  CompareCurves *before = self->curves;

  self->curves = curves != NULL ? compare_curves_ref (curves) : NULL;
  chart_view_renew (CHART_VIEW (self->view));
  compare_curves_unref (before);
}

void
curves_view_copy (CurvesView *self)
{
  chart_view_copy (CHART_VIEW (self->view));
}
