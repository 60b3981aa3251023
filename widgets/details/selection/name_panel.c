/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/name_panel.h"

#include <glib/gi18n-lib.h>

#include "widgets/charts/chart.h"
#include "widgets/look/screen_style.h"

#define CARD_RADIUS_PX 6
#define CARD_PAD_PX    8

struct _NamePanel
{
  GtkWidget parent_instance;
  GtkWidget *box, *area, *figures;
  const NameSeries *series;
  WorkKind work;
  int64_t dur_ns; /* of the selected slice; -1: it is not finished */
};

G_DEFINE_TYPE (NamePanel, name_panel, GTK_TYPE_WIDGET)

static void
draw_card (cairo_t *cr, const Theme *theme, double width_px, double height_px)
{
  double r = CARD_RADIUS_PX;

  cairo_new_sub_path (cr);
  cairo_arc (cr, width_px - r, r, r, -G_PI / 2, 0);
  cairo_arc (cr, width_px - r, height_px - r, r, 0, G_PI / 2);
  cairo_arc (cr, r, height_px - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, r, r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
  theme_set_source (cr, theme->card);
  cairo_fill (cr);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width_px, int height_px, gpointer user_data)
{
  NamePanel *self = user_data;
  const DrawStyle *style = screen_style_get (GTK_WIDGET (area));
  Rect rect = { CARD_PAD_PX, CARD_PAD_PX, width_px - 2 * CARD_PAD_PX, height_px - 2 * CARD_PAD_PX };

  draw_card (cr, style->theme, width_px, height_px);
  if (self->series == NULL || self->series->histogram.n_bins == 0)
    return;

  const Histogram *bins = &self->series->histogram;
  bool is_finished = self->dur_ns >= 0;
  /* Where there is room for two only, the selected one comes first. */
  const ChartLine lines[] = {
    { (double) self->dur_ns, _ ("This slice") },
    { self->series->distribution.median_ns, _ ("Median") },
    { self->series->distribution.p95_ns, _ ("p95") },
  };
  int n_lines = self->series->n_finished > 1 ? 3 : 1;
  const HistogramChart chart = {
    .begin_ns = histogram_edge_ns (bins, 0),
    .width_ns = bins->width_ns,
    .counts = bins->counts,
    .n_bins = (int) bins->n_bins,
    .lines = is_finished ? lines : lines + 1,
    .n_lines = is_finished ? n_lines : n_lines - 1,
    .work = self->work,
  };
  ChartMarks marks = CHART_NO_MARKS;
  if (is_finished)
    marks.selected = (int) histogram_bin_of (bins, self->dur_ns);
  histogram_chart_draw (cr, &rect, style, &chart, &marks, NULL);
}

/* What the chart shows, in words: for eyes, the clipboard and assistive technology. */
static char *
figures_text (NamePanel *self, bool is_whole)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  const Distribution *distribution = &self->series->distribution;
  char count[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX], median[NUMBER_TEXT_MAX], p95[NUMBER_TEXT_MAX];

  if (self->series->n_finished == 0)
    return g_strdup (is_whole ? _ ("No slice with this name in the profile is finished")
                              : _ ("No slice with this name in scope is finished"));
  number_text_count (numbers, distribution->count, count);
  number_text_duration (numbers, distribution->mean_ns, mean);
  number_text_duration (numbers, distribution->median_ns, median);
  number_text_duration (numbers, distribution->p95_ns, p95);
  return g_strdup_printf (
    is_whole ? ngettext ("%s with this name in the profile: mean %s, median %s, p95 %s",
                         "%s with this name in the profile: mean %s, median %s, p95 %s", distribution->count)
             : ngettext ("%s with this name in scope: mean %s, median %s, p95 %s",
                         "%s with this name in scope: mean %s, median %s, p95 %s", distribution->count),
    count, mean, median, p95);
}

void
name_panel_set_series (NamePanel *self,
                       const Profile *profile,
                       uint64_t slice,
                       const NameSeries *series,
                       bool is_whole)
{
  const NameSeries *before = self->series;
  g_autofree char *text = NULL;

  self->series = series != NULL ? name_series_ref (series) : NULL;
  if (before != NULL)
    name_series_unref (before);
  if (series != NULL)
    {
      const SliceColumns *slices = trace_slices (profile->trace);

      self->work = work_kind_of_slice (profile->works, slice);
      self->dur_ns = slices->flags[slice] & SLICE_UNFINISHED ? -1 : slice_dur_ns (slices, slice);
      text = figures_text (self, is_whole);
    }
  /* A line of the same height while nothing is known: nothing moves. */
  gtk_label_set_text (GTK_LABEL (self->figures), text != NULL ? text : " ");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (self->area);
}

static void
name_panel_dispose (GObject *object)
{
  NamePanel *self = DETAILS_NAME_PANEL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->series, name_series_unref);
  G_OBJECT_CLASS (name_panel_parent_class)->dispose (object);
}

static void
name_panel_class_init (NamePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = name_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
name_panel_init (NamePanel *self)
{
  GtkWidget *heading = gtk_label_new (_ ("Durations of slices with this name"));

  self->dur_ns = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  self->area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Durations of slices with this name"), -1);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_widget_set_vexpand (self->area, TRUE);
  self->figures = gtk_label_new (" ");
  gtk_widget_add_css_class (self->figures, "caption");
  gtk_widget_add_css_class (self->figures, "secondary");
  gtk_widget_add_css_class (self->figures, "numeric");
  gtk_label_set_xalign (GTK_LABEL (self->figures), 0);
  gtk_label_set_selectable (GTK_LABEL (self->figures), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->figures), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (self->box), heading);
  gtk_box_append (GTK_BOX (self->box), self->area);
  gtk_box_append (GTK_BOX (self->box), self->figures);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
name_panel_new (int height_px)
{
  NamePanel *self = g_object_new (DETAILS_TYPE_NAME_PANEL, NULL);

  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->area),
                                       screen_style_scaled_px (GTK_WIDGET (self), height_px));
  return GTK_WIDGET (self);
}
