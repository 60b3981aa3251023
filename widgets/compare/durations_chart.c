/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/durations_chart.h"

#include "widgets/look/screen_style.h"

struct _DurationsChart
{
  GtkWidget parent_instance;

  GtkWidget *view;
  CompareDurations *durations; /* NULL: none */
  int height_px;
};

G_DEFINE_FINAL_TYPE (DurationsChart, durations_chart, GTK_TYPE_WIDGET)

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const ChartMarks *marks,
      ChartMap *ret_map,
      gpointer user_data)
{
  DurationsChart *self = user_data;
  const OverlayChart nothing = { .width_ns = 1 };

  overlay_chart_draw (cr, rect, style, self->durations != NULL ? &self->durations->chart : &nothing, marks,
                      ret_map);
}

static char *
part_text (int part, gpointer user_data)
{
  DurationsChart *self = user_data;

  if (self->durations == NULL || part >= self->durations->chart.n_bins)
    return NULL;
  return compare_durations_bin_text (self->durations, part, screen_style_get (GTK_WIDGET (self))->numbers);
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
  DurationsChart *self = user_data;

  return self->durations != NULL
           ? compare_durations_text (self->durations, screen_style_get (GTK_WIDGET (self))->numbers)
           : g_strdup ("");
}

static double
height_of (const DrawStyle *style, gpointer user_data)
{
  return draw_style_px (style, ((DurationsChart *) user_data)->height_px);
}

static void
durations_chart_dispose (GObject *object)
{
  DurationsChart *self = DURATIONS_CHART (object);

  g_clear_pointer (&self->view, gtk_widget_unparent);
  g_clear_pointer (&self->durations, compare_durations_free);
  G_OBJECT_CLASS (durations_chart_parent_class)->dispose (object);
}

static void
durations_chart_class_init (DurationsChartClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = durations_chart_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
durations_chart_init (DurationsChart *self)
{
  (void) self;
}

GtkWidget *
durations_chart_new (const char *label, int height_px)
{
  static const ChartFace face = { draw, part_text, leads, text_of, height_of };
  DurationsChart *self = g_object_new (DURATIONS_TYPE_CHART, NULL);

  self->height_px = height_px;
  self->view = chart_view_new (label, &face, self);
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
durations_chart_set (DurationsChart *self, CompareDurations *durations)
{
  CompareDurations *before = self->durations;

  self->durations = durations;
  chart_view_renew (CHART_VIEW (self->view));
  compare_durations_free (before);
}

void
durations_chart_copy (DurationsChart *self)
{
  chart_view_copy (CHART_VIEW (self->view));
}
