/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_overview.h"

#include <glib/gi18n-lib.h>

#include "trace/compare/headline.h"
#include "widgets/compare/compare_card.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/durations_chart.h"
#include "widgets/compare/summary_grid.h"
#include "widgets/compare/waterfall_card.h"

#define CARD_WIDTH_MIN_PX 420 /* two cards are side by side where both have it */
#define MARGIN_PX         24
#define GAP_PX            16
#define STEP_TIMES_PX     220

struct _CompareOverview
{
  GtkWidget parent_instance;

  GtkWidget *scrolled, *headline, *summary, *summary_card, *waterfall, *step_times, *step_times_card, *costs;
  Compared *compared; /* NULL: none yet */
};

G_DEFINE_FINAL_TYPE (CompareOverview, compare_overview, GTK_TYPE_WIDGET)

static const char *
translate (const char *text)
{
  return _ (text);
}

static void
show_headline (CompareOverview *self)
{
  g_auto (GStrv) sentences = headline_texts (&self->compared->comparison, translate);
  g_autofree char *text = g_strjoinv ("\n", sentences);

  gtk_label_set_text (GTK_LABEL (self->headline), text);
}

void
compare_overview_set (CompareOverview *self, Compared *compared, CompareDurations *step_times)
{
  Compared *before = self->compared;
  g_autofree char *method = compare_words_method (compared);

  self->compared = compared_ref (compared);
  show_headline (self);
  summary_grid_set (self->summary, compared);
  compare_card_set_footer (self->summary_card, method);
  waterfall_card_set (WATERFALL_CARD (self->waterfall), compared);
  gtk_widget_set_visible (gtk_widget_get_parent (self->step_times_card),
                          step_times != NULL && step_times->chart.n_bins > 0);
  durations_chart_set (DURATIONS_CHART (self->step_times), step_times);
  compared_unref (before);
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

/* ---- the widget ---- */

static void
compare_overview_dispose (GObject *object)
{
  CompareOverview *self = COMPARE_OVERVIEW (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->compared, compared_unref);
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
  return cards;
}

static void
compare_overview_init (CompareOverview *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);

  self->headline = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->headline, "title-4");
  gtk_widget_add_css_class (self->headline, "numeric");
  gtk_label_set_wrap (GTK_LABEL (self->headline), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->headline), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->headline), 0);
  gtk_label_set_selectable (GTK_LABEL (self->headline), TRUE);
  self->summary = summary_grid_new ();
  self->summary_card = compare_card_new (_ ("Summary"), self->summary);
  GtkWidget *copy = compare_card_add_copy (self->summary_card, _ ("Copy the summary"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_summary), self);
  self->waterfall = waterfall_card_new ();
  self->step_times = durations_chart_new (_ ("Step times"), STEP_TIMES_PX);
  self->step_times_card = compare_card_new (_ ("Step times"), self->step_times);
  compare_card_set_footer (self->step_times_card,
                           _ ("Share of the steps used of each side; lines are medians."));
  self->costs = cost_card_new ();

  gtk_box_append (GTK_BOX (column), self->headline);
  gtk_box_append (GTK_BOX (column), cards_new (self));
  /* As wide as the page: it has a column for each profile. */
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
