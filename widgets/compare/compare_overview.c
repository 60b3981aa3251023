/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_overview.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/compare/compare_card.h"
#include "widgets/compare/compare_picture.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/curves_view.h"
#include "widgets/compare/durations_chart.h"
#include "widgets/compare/findings_card.h"
#include "widgets/compare/summary_grid.h"
#include "widgets/compare/waterfall_card.h"
#include "widgets/compare/wide_place.h"
#include "widgets/look/picture.h"
#include "widgets/look/screen_style.h"

#define CARD_WIDTH_MIN_PX 420 /* two cards are side by side where both have it */
#define MARGIN_PX         24
#define GAP_PX            16
#define STEP_TIMES_PX     220
#define HEADLINE_SCALE    1.18 /* of what changed, as titles are */

/* Of a picture that is saved. */
#define PICTURE_WIDTH_MIN_PX 720
#define PICTURE_SCALE        2

struct _CompareOverview
{
  GtkWidget parent_instance;

  GtkWidget *scrolled, *headline, *summary, *summary_card, *waterfall, *step_times, *step_times_card, *findings, *costs;
  GtkWidget *summary_place; /* holds the summary */
  GtkWidget *curves[N_CURVES], *curves_cards[N_CURVES];
  Compared *compared;                /* NULL: none yet */
  const CompareDurations *durations; /* of the step times: those that their chart shows */
  CompareCurves *shown_curves;       /* NULL: none */
  ComparedFindings *shown_findings;  /* NULL: none */
};

G_DEFINE_FINAL_TYPE (CompareOverview, compare_overview, GTK_TYPE_WIDGET)

/* What changed is bold, and its causes are not. */
static void
embolden (PangoAttrList *attributes, const char *sentence, guint at)
{
  const char *causes = compare_words_causes (sentence);
  guint end = at + (guint) (causes != NULL ? causes - sentence : (gssize) strlen (sentence));
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  PangoAttribute *large = pango_attr_scale_new (HEADLINE_SCALE);

  bold->start_index = large->start_index = at;
  bold->end_index = large->end_index = end;
  pango_attr_list_insert (attributes, bold);
  pango_attr_list_insert (attributes, large);
}

static void
show_headline (CompareOverview *self)
{
  g_auto (GStrv) sentences = compare_words_headline (self->compared);
  g_autofree char *text = g_strjoinv ("\n", sentences);
  PangoAttrList *attributes = pango_attr_list_new ();
  guint at = 0;

  for (char **sentence = sentences; *sentence != NULL; sentence++)
    {
      embolden (attributes, *sentence, at);
      at += (guint) strlen (*sentence) + 1;
    }
  gtk_label_set_text (GTK_LABEL (self->headline), text);
  gtk_label_set_attributes (GTK_LABEL (self->headline), attributes);
  pango_attr_list_unref (attributes);
}

static void
show_curves (CompareOverview *self, CurvesKind kind, CompareCurves *curves)
{
  bool has = curves != NULL && compare_curves_have (curves, kind);
  g_autofree char *method = has ? compare_curves_method (curves, kind) : NULL;

  gtk_widget_set_visible (gtk_widget_get_parent (self->curves_cards[kind]), has);
  curves_view_set (CURVES_VIEW (self->curves[kind]), curves);
  if (!has)
    return;
  compare_card_set_title (self->curves_cards[kind], compare_curves_title (curves, kind));
  compare_card_set_footer (self->curves_cards[kind], method);
}

void
compare_overview_set (CompareOverview *self,
                      Compared *compared,
                      CompareDurations *step_times,
                      CompareCurves *curves,
                      ComparedFindings *findings)
{
  Compared *before = self->compared;
  g_autofree char *method = compare_words_method (compared);

  self->compared = compared_ref (compared);
  show_headline (self);
  wide_place_set_scrolled (self->summary_place, compared->n_sides > 2);
  summary_grid_set (self->summary, compared);
  compare_card_set_footer (self->summary_card, method);
  waterfall_card_set (WATERFALL_CARD (self->waterfall), compared);
  gtk_widget_set_visible (gtk_widget_get_parent (self->step_times_card),
                          step_times != NULL && step_times->chart.n_bins > 0);
  self->durations = step_times;
  durations_chart_set (DURATIONS_CHART (self->step_times), step_times);
  compare_curves_unref (self->shown_curves);
  self->shown_curves = curves != NULL ? compare_curves_ref (curves) : NULL;
  for (CurvesKind kind = 0; kind < N_CURVES; kind++)
    show_curves (self, kind, curves);
  compared_findings_free (self->shown_findings);
  self->shown_findings = findings;
  findings_card_set (self->findings, compared, findings);
  compared_unref (before);
}

void
compare_overview_clear (CompareOverview *self)
{
  gtk_label_set_text (GTK_LABEL (self->headline), "");
  summary_grid_set (self->summary, NULL);
  waterfall_card_set (WATERFALL_CARD (self->waterfall), NULL);
  durations_chart_set (DURATIONS_CHART (self->step_times), NULL);
  self->durations = NULL;
  for (CurvesKind kind = 0; kind < N_CURVES; kind++)
    curves_view_set (CURVES_VIEW (self->curves[kind]), NULL);
  g_clear_pointer (&self->shown_curves, compare_curves_unref);
  findings_card_set (self->findings, NULL, NULL);
  g_clear_pointer (&self->shown_findings, compared_findings_free);
  g_clear_pointer (&self->compared, compared_unref);
}

CostCard *
compare_overview_costs (CompareOverview *self)
{
  return COST_CARD (self->costs);
}

static void
copy_summary (CompareOverview *self)
{
  if (self->compared == NULL)
    return;
  g_autofree char *table = summary_grid_text (self->summary, self->compared);
  g_autofree char *text = g_strjoin ("\n", gtk_label_get_text (GTK_LABEL (self->headline)), table, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_findings (CompareOverview *self)
{
  if (self->shown_findings == NULL)
    return;
  g_autofree char *text = findings_card_text (self->findings, self->compared, self->shown_findings);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* ---- a picture ---- */

typedef struct
{
  ComparePicture picture;
  DrawStyle style;
  int width_px, height_px;
} Drawing;

static void
draw_picture (cairo_t *cr, void *user_data)
{
  const Drawing *drawing = user_data;

  compare_picture_draw (cr, &drawing->picture, &drawing->style, drawing->width_px, drawing->height_px);
}

bool
compare_overview_has_picture (CompareOverview *self)
{
  return self->compared != NULL;
}

bool
compare_overview_save (CompareOverview *self, const char *path, GError **error)
{
  PictureFormat format = PICTURE_PNG;
  Drawing drawing = {
    .picture = { self->compared, self->durations, self->shown_curves, 1, 0 },
    .style = *screen_style_get (GTK_WIDGET (self)),
    .width_px = MAX (gtk_widget_get_width (GTK_WIDGET (self)), PICTURE_WIDTH_MIN_PX),
  };
  const Theme printed = theme_with_patterns (drawing.style.theme);

  picture_format_of_path (path, &format);
  if (format == PICTURE_PDF) /* it may be printed without colour */
    drawing.style.theme = &printed;
  waterfall_card_get (WATERFALL_CARD (self->waterfall), &drawing.picture.side, &drawing.picture.open);
  drawing.height_px = compare_picture_height_px (&drawing.picture, &drawing.style, drawing.width_px);
  return picture_write (path, format, drawing.width_px, drawing.height_px, PICTURE_SCALE, draw_picture,
                        &drawing, error);
}

/* ---- the widget ---- */

static void
compare_overview_dispose (GObject *object)
{
  CompareOverview *self = COMPARE_OVERVIEW (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->compared, compared_unref);
  g_clear_pointer (&self->shown_curves, compare_curves_unref);
  g_clear_pointer (&self->shown_findings, compared_findings_free);
  G_OBJECT_CLASS (compare_overview_parent_class)->dispose (object);
}

static void
compare_overview_class_init (CompareOverviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = compare_overview_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

/* What holds a card in the flow is no stop of the Tab key. */
static void
add_card (GtkWidget *cards, GtkWidget *card)
{
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_widget_set_focusable (child, FALSE);
  gtk_widget_set_size_request (card, CARD_WIDTH_MIN_PX, -1);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), card);
  gtk_flow_box_append (GTK_FLOW_BOX (cards), child);
}

static GtkWidget *
cards_new (CompareOverview *self)
{
  GtkWidget *cards = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (cards), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (cards), TRUE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (cards), 2);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (cards), GAP_PX);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (cards), GAP_PX);
  gtk_widget_add_css_class (cards, "compare-cards");
  add_card (cards, self->summary_card);
  add_card (cards, self->waterfall);
  add_card (cards, self->step_times_card);
  for (int kind = 0; kind < N_CURVES; kind++)
    add_card (cards, self->curves_cards[kind]);
  return cards;
}

static void
compare_overview_init (CompareOverview *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);

  self->headline = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->headline, "numeric");
  gtk_label_set_wrap (GTK_LABEL (self->headline), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->headline), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->headline), 0);
  gtk_label_set_selectable (GTK_LABEL (self->headline), TRUE);
  self->summary = summary_grid_new ();
  self->summary_place = wide_place_new (self->summary, _ ("Summary"));
  self->summary_card = compare_card_new (_ ("Summary"), self->summary_place);
  GtkWidget *copy = compare_card_add_copy (self->summary_card, _ ("Copy the summary"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_summary), self);
  self->waterfall = waterfall_card_new ();
  self->step_times = durations_chart_new (_ ("Step times"), STEP_TIMES_PX);
  self->step_times_card = compare_card_new (_ ("Step times"), self->step_times);
  compare_card_set_footer (self->step_times_card, compare_words_step_times_method ());
  for (CurvesKind kind = 0; kind < N_CURVES; kind++)
    {
      self->curves[kind] = curves_view_new (kind, STEP_TIMES_PX);
      self->curves_cards[kind] = compare_card_new (compare_curves_title (NULL, kind), self->curves[kind]);
      copy = compare_card_add_copy (self->curves_cards[kind], _ ("Copy the means"));
      g_signal_connect_swapped (copy, "clicked", G_CALLBACK (curves_view_copy), self->curves[kind]);
    }
  self->findings = findings_card_new ();
  copy = compare_card_add_copy (self->findings, _ ("Copy the findings"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_findings), self);
  self->costs = cost_card_new ();

  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *save = gtk_button_new_from_icon_name ("document-save-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "win.save-comparison");
  gtk_widget_add_css_class (save, "flat");
  gtk_widget_set_valign (save, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (save, _ ("Save the comparison as a picture"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (save), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Save the comparison as a picture"), -1);
  gtk_widget_set_hexpand (self->headline, TRUE);
  gtk_box_append (GTK_BOX (top), self->headline);
  gtk_box_append (GTK_BOX (top), save);
  gtk_box_append (GTK_BOX (column), top);
  gtk_box_append (GTK_BOX (column), cards_new (self));
  /* As wide as the page: one has sentences, the other a column for each profile. */
  gtk_box_append (GTK_BOX (column), self->findings);
  gtk_box_append (GTK_BOX (column), self->costs);
  gtk_widget_set_margin_start (column, MARGIN_PX);
  gtk_widget_set_margin_end (column, MARGIN_PX);
  gtk_widget_set_margin_top (column, GAP_PX);
  gtk_widget_set_margin_bottom (column, MARGIN_PX);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), column);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

GtkWidget *
compare_overview_new (void)
{
  return g_object_new (COMPARE_TYPE_OVERVIEW, NULL);
}
