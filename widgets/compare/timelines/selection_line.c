/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/selection_line.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/timelines/timelines_words.h"
#include "widgets/look/screen_style.h"

#define GAP_PX     16
#define NAME_CHARS 10 /* at least so many are shown */

struct _SelectionLine
{
  GtkWidget parent_instance;

  GtkWidget *name, *figures, *jump, *align;
};

G_DEFINE_FINAL_TYPE (SelectionLine, selection_line, GTK_TYPE_WIDGET)

enum
{
  JUMP,
  ALIGN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
selection_line_set (SelectionLine *self, const Compared *compared, const SelectedSlices *selected)
{
  guint n_there = 0;

  if (selected != NULL)
    {
      const char *name = timelines_words_slice (compared, selected);
      g_autofree char *figures =
        timelines_words_figures (compared, selected, screen_style_get (GTK_WIDGET (self))->numbers);

      gtk_label_set_text (GTK_LABEL (self->name), name);
      gtk_widget_set_tooltip_text (self->name, name);
      gtk_label_set_text (GTK_LABEL (self->figures), figures);
      for (uint32_t side = 0; side < compared->n_sides && side < SIDE_PAIRS_MAX; side++)
        n_there += selected->slices[side] != SLICE_NONE;
    }
  else
    {
      gtk_label_set_text (GTK_LABEL (self->name), _ ("Select a slice to see its counterparts"));
      gtk_widget_set_tooltip_text (self->name, NULL);
      gtk_label_set_text (GTK_LABEL (self->figures), "");
    }
  gtk_widget_set_sensitive (self->jump, n_there > 1);
  gtk_widget_set_sensitive (self->align, n_there > 1);
}

/* ---- the widget ---- */

static void
jump (SelectionLine *self)
{
  g_signal_emit (self, signals[JUMP], 0);
}

static void
align (SelectionLine *self)
{
  g_signal_emit (self, signals[ALIGN], 0);
}

static void
selection_line_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (selection_line_parent_class)->dispose (object);
}

static void
selection_line_class_init (SelectionLineClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = selection_line_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[JUMP] = g_signal_new ("jump", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ALIGN] = g_signal_new ("align", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_label (SelectionLine *self, PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return label;
}

static GtkWidget *
add_button (SelectionLine *self, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);
  g_autofree char *name = g_strjoinv ("", parts);

  /* GTK 4.8 calls it "Al_ign Align". */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static void
selection_line_init (SelectionLine *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  gtk_widget_add_css_class (GTK_WIDGET (self), "selection-line");
  self->name = add_label (self, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->name), NAME_CHARS);
  self->figures = add_label (self, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (self->figures), TRUE);
  gtk_widget_add_css_class (self->figures, "numeric");
  self->align = add_button (self, _ ("Al_ign"), _ ("Align the timelines by the begins of these slices"),
                            G_CALLBACK (align));
  self->jump =
    add_button (self, _ ("_Next Side"), _ ("Go to the counterpart on the next side (J)"), G_CALLBACK (jump));
  selection_line_set (self, NULL, NULL);
}

GtkWidget *
selection_line_new (void)
{
  return g_object_new (SELECTION_TYPE_LINE, NULL);
}
