/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/cost_card.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/compare_card.h"
#include "widgets/compare/wide_place.h"
#include "widgets/look/screen_style.h"

#define COLUMN_GAP_PX 16
#define ROW_GAP_PX    4

/* The columns of more sides may be wider than the page, and are scrolled. */
#define UNSCROLLED_SIDES_MAX 2

struct _CostCard
{
  GtkWidget parent_instance;

  GtkWidget *card, *grid, *place; /* the place holds the grid */
  Compared *compared;             /* NULL: none yet */
  ComparedCosts costs;
};

G_DEFINE_FINAL_TYPE (CostCard, cost_card, GTK_TYPE_WIDGET)

static guint edit_signal;

/* ---- the table ---- */

static GtkWidget *
label_new (const char *text, double xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  return label;
}

static void
add_head (CostCard *self, int column, const char *text, double xalign, const char *tooltip)
{
  GtkWidget *label = label_new (text, xalign);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "secondary");
  gtk_widget_set_tooltip_text (label, tooltip);
  gtk_grid_attach (GTK_GRID (self->grid), label, column, 0, 1, 1);
}

static void
add_heads (CostCard *self)
{
  const Compared *compared = self->compared;
  int column = 0;

  add_head (self, column++, _ ("Price and performance"), 0, NULL);
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *text = compared_side_text (compared, side);
      g_autofree char *node = cost_node_name (compared->sides[side].profile->trace);
      g_autofree char *tooltip = g_strconcat (text, "\n", node, NULL);
      g_autofree char *change = compared->n_sides == 2
                                  ? g_strdup (_ ("Change"))
                                  : g_strdup_printf (_ ("Change of %s"), compared_letter (side));

      add_head (self, column++, compared_letter (side), 1, tooltip);
      if (side > 0)
        add_head (self, column++, change, 0, NULL);
    }
}

static void
add_row (CostCard *self, CostRow row, const NumberStyle *numbers)
{
  GtkWidget *title = label_new (cost_row_title (row), 0);
  int column = 0, place = (int) row + 1;

  gtk_label_set_wrap (GTK_LABEL (title), self->costs.n_sides <= UNSCROLLED_SIDES_MAX);
  gtk_widget_set_tooltip_text (title, cost_row_meaning (row));
  gtk_grid_attach (GTK_GRID (self->grid), title, column++, place, 1, 1);
  for (uint32_t side = 0; side < self->costs.n_sides; side++)
    {
      g_autofree char *text = cost_row_value (&self->costs, row, side, numbers);
      const char *lack = cost_row_lack (&self->costs, row, side);
      GtkWidget *value = label_new (text, 1);

      if (lack != NULL)
        {
          gtk_widget_add_css_class (value, "secondary");
          gtk_widget_set_tooltip_text (value, lack);
          gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, lack,
                                          -1);
        }
      gtk_grid_attach (GTK_GRID (self->grid), value, column++, place, 1, 1);
      if (side == 0)
        continue;
      g_autofree char *change = cost_row_change (&self->costs, row, side, numbers);
      GtkWidget *label = label_new (change, 0);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_grid_attach (GTK_GRID (self->grid), label, column++, place, 1, 1);
    }
}

void
cost_card_set (CostCard *self, Compared *compared, const ComparedCosts *costs)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  Compared *before = self->compared;
  g_autofree char *note = compared != NULL ? compared_costs_note (costs) : g_strdup ("");

  self->compared = compared != NULL ? compared_ref (compared) : NULL;
  for (GtkWidget *child; (child = gtk_widget_get_first_child (self->grid)) != NULL;)
    gtk_grid_remove (GTK_GRID (self->grid), child);
  if (compared == NULL)
    {
      compare_card_set_footer (self->card, note);
      compared_unref (before);
      return;
    }
  self->costs = *costs;
  wide_place_set_scrolled (self->place, costs->n_sides > UNSCROLLED_SIDES_MAX);
  add_heads (self);
  for (CostRow row = 0; row < N_COST_ROWS; row++)
    add_row (self, row, numbers);
  compare_card_set_footer (self->card, note);
  compared_unref (before);
}

/* With tabs between cells, as spreadsheets take it. */
static void
copy (CostCard *self)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autoptr (GString) out = g_string_new (_ ("Price and performance"));

  if (self->compared == NULL)
    return;
  for (uint32_t side = 0; side < self->costs.n_sides; side++)
    {
      g_autofree char *text = compared_side_text (self->compared, side);

      g_string_append_printf (out, "\t%s", text);
    }
  for (CostRow row = 0; row < N_COST_ROWS; row++)
    {
      g_string_append_printf (out, "\n%s", cost_row_title (row));
      for (uint32_t side = 0; side < self->costs.n_sides; side++)
        {
          g_autofree char *value = cost_row_value (&self->costs, row, side, numbers);

          g_string_append_printf (out, "\t%s", value);
        }
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), out->str);
}

/* ---- the widget ---- */

static void
want_edit (CostCard *self)
{
  g_signal_emit (self, edit_signal, 0);
}

static void
cost_card_dispose (GObject *object)
{
  CostCard *self = COST_CARD (object);

  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->compared, compared_unref);
  G_OBJECT_CLASS (cost_card_parent_class)->dispose (object);
}

static void
cost_card_class_init (CostCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = cost_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  edit_signal = g_signal_new ("edit-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                              NULL, G_TYPE_NONE, 0);
}

static void
cost_card_init (CostCard *self)
{
  GtkWidget *edit = gtk_button_new_with_label (_ ("Prices and Samples…"));

  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), COLUMN_GAP_PX);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), ROW_GAP_PX);
  gtk_widget_add_css_class (self->grid, "summary-grid");
  gtk_widget_add_css_class (self->grid, "numeric");
  self->place = wide_place_new (self->grid, _ ("Cost and scaling"));
  self->card = compare_card_new (_ ("Cost and scaling"), self->place);
  gtk_widget_set_valign (edit, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (edit, _ ("Enter the price of a node and the samples of a step"));
  compare_card_add_control (self->card, edit);
  g_signal_connect_swapped (edit, "clicked", G_CALLBACK (want_edit), self);
  g_signal_connect_swapped (compare_card_add_copy (self->card, _ ("Copy costs and scaling")), "clicked",
                            G_CALLBACK (copy), self);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
}

GtkWidget *
cost_card_new (void)
{
  return g_object_new (COST_TYPE_CARD, NULL);
}
