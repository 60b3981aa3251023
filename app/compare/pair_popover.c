/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/pair_popover.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/compare/compare_words.h"
#include "widgets/compare/kernel_pairing.h"
#include "widgets/look/screen_style.h"

/* Offered at once, those with the largest difference first; the others are found by typing. */
#define N_OFFERED_MAX 100

#define GAP_PX    8
#define WIDTH_PX  460
#define HEIGHT_PX 260

struct _PairPopover
{
  GtkPopover parent_instance;

  Compared *compared; /* NULL: it was never opened */
  uint64_t row;
  GtkWidget *title, *entry, *list, *none, *place;
};

G_DEFINE_FINAL_TYPE (PairPopover, pair_popover, GTK_TYPE_POPOVER)

static guint chosen_signal;

static void
choose (PairPopover *self, GtkListBoxRow *row)
{
  const uint64_t *candidate = g_object_get_data (G_OBJECT (row), "row");
  uint64_t chosen = *candidate;

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, chosen_signal, 0, chosen);
}

static void
choose_first (PairPopover *self)
{
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);

  if (first != NULL)
    choose (self, first);
}

/* What a kernel takes on the sides that have it. */
static char *
time_of (PairPopover *self, uint64_t row)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[NUMBER_TEXT_MAX];

  for (uint32_t side = 0; side < self->compared->n_sides; side++)
    {
      const TableCell *cell =
        compare_table_cell (&self->compared->comparison.tables[ROWS_KERNELS], row, side);

      if (cell->row != TRACE_NONE)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", compared_letter (side),
                                number_text_duration (numbers, cell->per_step, buffer));
    }
  return g_strdup (text->str);
}

static GtkWidget *
row_new (PairPopover *self, uint64_t candidate, const char *text)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2 * GAP_PX);
  g_autofree char *time = time_of (self, candidate);
  GtkWidget *name = gtk_label_new (text), *right = gtk_label_new (time);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (name), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (right, "secondary");
  gtk_widget_add_css_class (right, "numeric");
  gtk_widget_add_css_class (box, "information-row");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), right);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, time, -1);
  g_object_set_data_full (G_OBJECT (row), "row", g_memdup2 (&candidate, sizeof candidate), g_free);
  return row;
}

static bool
has_text (const char *name, const char *folded)
{
  g_autofree char *other = g_utf8_casefold (name, -1);

  return strstr (other, folded) != NULL;
}

static void
offer (PairPopover *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);
  GtkWidget *row;
  guint n = 0;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  if (self->compared == NULL)
    return;
  g_autoptr (GArray) candidates = kernel_pairing_candidates (self->compared, self->row);
  for (guint i = 0; i < candidates->len && n < N_OFFERED_MAX; i++)
    {
      uint64_t candidate = g_array_index (candidates, uint64_t, i);
      g_autofree char *name = compare_words_row (self->compared, ROWS_KERNELS, candidate);

      if (!has_text (name, folded))
        continue;
      gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (self, candidate, name));
      n++;
    }
  gtk_label_set_text (GTK_LABEL (self->none), candidates->len == 0
                                                ? _ ("No side has a kernel that could be its counterpart")
                                                : _ ("No kernel has this text in its name"));
  gtk_stack_set_visible_child_name (GTK_STACK (self->place), n > 0 ? "list" : "none");
}

void
pair_popover_open (PairPopover *self, Compared *compared, uint64_t row)
{
  Compared *before = self->compared;
  g_autofree char *name = compare_words_row (compared, ROWS_KERNELS, row);
  /* Translators: a kernel. */
  g_autofree char *title = g_strdup_printf (_ ("Pair “%s” with"), name);

  self->compared = compared_ref (compared);
  self->row = row;
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  offer (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
  compared_unref (before);
}

static void
pair_popover_finalize (GObject *object)
{
  compared_unref (PAIR_POPOVER (object)->compared);
  G_OBJECT_CLASS (pair_popover_parent_class)->finalize (object);
}

static void
pair_popover_class_init (PairPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pair_popover_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static GtkWidget *
place_new (PairPopover *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kernels"),
                                  -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  self->none = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->none), TRUE);
  gtk_widget_add_css_class (self->none, "secondary");
  self->place = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->place), scrolled, "list");
  gtk_stack_add_named (GTK_STACK (self->place), self->none, "none");
  gtk_widget_set_size_request (self->place, WIDTH_PX, HEIGHT_PX);
  return self->place;
}

static void
pair_popover_init (PairPopover *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->title), 1); /* it fills the width of the list */
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_widget_add_css_class (self->title, "heading");
  self->entry = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of a kernel"), -1);
  gtk_box_append (GTK_BOX (column), self->title);
  gtk_box_append (GTK_BOX (column), self->entry);
  gtk_box_append (GTK_BOX (column), place_new (self));
  gtk_popover_set_child (GTK_POPOVER (self), column);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (offer), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (choose_first), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (gtk_popover_popdown), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (choose), self);
}

GtkWidget *
pair_popover_new (void)
{
  return g_object_new (PAIR_TYPE_POPOVER, NULL);
}
