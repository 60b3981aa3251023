/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/waterfall_card.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/chart_view.h"
#include "widgets/compare/compare_card.h"
#include "widgets/compare/compare_waterfall.h"
#include "widgets/compare/compare_words.h"
#include "widgets/look/screen_style.h"

struct _WaterfallCard
{
  GtkWidget parent_instance;

  GtkWidget *card, *view, *sides;
  Compared *compared;          /* NULL: none yet */
  CompareWaterfall *waterfall; /* likewise */
  uint32_t side, open;
  bool is_filling; /* the list of sides is being changed by the program */
};

G_DEFINE_FINAL_TYPE (WaterfallCard, waterfall_card, GTK_TYPE_WIDGET)

static const NumberStyle *
numbers_of (WaterfallCard *self)
{
  return screen_style_get (GTK_WIDGET (self))->numbers;
}

/* ---- the chart ---- */

static const WaterfallRow *
row_at (WaterfallCard *self, int row)
{
  return self->waterfall != NULL && row >= 0 && row < (int) self->waterfall->rows->len
           ? &g_array_index (self->waterfall->rows, WaterfallRow, row)
           : NULL;
}

static WaterfallChart
chart_of (WaterfallCard *self)
{
  return (WaterfallChart){ .rows = row_at (self, 0),
                           .n_rows = self->waterfall != NULL ? (int) self->waterfall->rows->len : 0 };
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const ChartMarks *marks,
      ChartMap *ret_map,
      gpointer user_data)
{
  const WaterfallChart chart = chart_of (user_data);

  waterfall_chart_draw (cr, rect, style, &chart, marks, ret_map);
}

static char *
part_text (int part, gpointer user_data)
{
  WaterfallCard *self = user_data;
  const WaterfallRow *row = row_at (self, part);

  if (row == NULL)
    return NULL;
  const char *text = self->waterfall->tooltips->pdata[part];
  if (!row->can_open)
    return g_strdup (text);
  return g_strdup_printf (
    row->is_open ? _ ("%s. Enter hides the kernels.") : _ ("%s. Enter shows the kernels."), text);
}

static bool
leads (int part, gpointer user_data)
{
  const WaterfallRow *row = row_at (user_data, part);

  return row != NULL && row->can_open;
}

static char *
text_of (gpointer user_data)
{
  WaterfallCard *self = user_data;
  g_autoptr (GString) out = g_string_new (NULL);

  for (int i = 0; row_at (self, i) != NULL; i++)
    g_string_append_printf (out, i == 0 ? "%s" : "\n%s", (const char *) self->waterfall->tooltips->pdata[i]);
  return g_strdup (out->str);
}

static double
height_of (const DrawStyle *style, gpointer user_data)
{
  return waterfall_chart_height_px (style, MAX (chart_of (user_data).n_rows, 4));
}

static void
renew (WaterfallCard *self)
{
  g_clear_pointer (&self->waterfall, compare_waterfall_free);
  if (self->compared != NULL)
    {
      g_autofree char *title = compare_words_waterfall_title (self->compared, self->side);

      compare_card_set_title (self->card, title);
      compare_card_set_footer (self->card, compare_words_waterfall_method (self->compared));
      self->waterfall = compare_waterfall_new (self->compared, self->side, self->open, numbers_of (self));
    }
  chart_view_renew (CHART_VIEW (self->view));
}

static void
toggle_part (WaterfallCard *self, int row)
{
  if (!leads (row, self))
    return;
  self->open ^= (uint32_t) 1 << g_array_index (self->waterfall->parts, int, row);
  renew (self);
}

/* ---- the other side ---- */

static void
choose_side (WaterfallCard *self)
{
  if (self->is_filling || self->compared == NULL)
    return;
  self->side =
    MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->sides)) + 1, self->compared->n_sides - 1);
  renew (self);
}

static void
fill_sides (WaterfallCard *self)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);

  for (uint32_t side = 1; side < self->compared->n_sides; side++)
    gtk_string_list_append (texts, compared_letter (side));
  self->is_filling = true;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->sides), G_LIST_MODEL (texts));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->sides), self->side - 1);
  self->is_filling = false;
  gtk_widget_set_visible (self->sides, self->compared->n_sides > 2);
}

void
waterfall_card_set (WaterfallCard *self, Compared *compared)
{
  Compared *before = self->compared;

  self->compared = compared != NULL ? compared_ref (compared) : NULL;
  if (compared != NULL)
    {
      self->side = CLAMP (self->side, 1, compared->n_sides - 1);
      fill_sides (self);
    }
  renew (self);
  compared_unref (before);
}

void
waterfall_card_get (WaterfallCard *self, uint32_t *ret_side, uint32_t *ret_open)
{
  *ret_side = self->side;
  *ret_open = self->open;
}

/* ---- the widget ---- */

static void
waterfall_card_dispose (GObject *object)
{
  WaterfallCard *self = WATERFALL_CARD (object);

  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->waterfall, compare_waterfall_free);
  g_clear_pointer (&self->compared, compared_unref);
  G_OBJECT_CLASS (waterfall_card_parent_class)->dispose (object);
}

static void
waterfall_card_class_init (WaterfallCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = waterfall_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
waterfall_card_init (WaterfallCard *self)
{
  static const ChartFace face = { draw, part_text, leads, text_of, height_of };
  const char *title = _ ("From one step time to the other");

  self->side = 1;
  self->view = chart_view_new (title, &face, self);
  self->card = compare_card_new (title, self->view);
  self->sides = gtk_drop_down_new (NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->sides), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Profile that A is compared with"), -1);
  compare_card_add_control (self->card, self->sides);
  GtkWidget *copy = compare_card_add_copy (self->card, _ ("Copy the differences"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (chart_view_copy), self->view);
  g_signal_connect_swapped (self->view, "part-activated", G_CALLBACK (toggle_part), self);
  g_signal_connect_swapped (self->sides, "notify::selected", G_CALLBACK (choose_side), self);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
}

GtkWidget *
waterfall_card_new (void)
{
  return g_object_new (WATERFALL_TYPE_CARD, NULL);
}
