/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_choices.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define GAP_PX 6

/* What is left of the words in a narrow card. */
#define CHARS_MIN 6

/* Of a drop-down. */
typedef struct
{
  void (*on_choice) (gpointer user_data, unsigned choice, unsigned word);
  gpointer user_data;
  unsigned choice;
} Hands;

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  (void) factory;
  (void) data;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), CHARS_MIN);
  quiet_tooltip_of_cut_text (label);
  gtk_list_item_set_child (item, label);
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkStringObject *word = gtk_list_item_get_item (item);

  (void) factory;
  (void) data;
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), gtk_string_object_get_string (word));
}

static void
on_selected (GtkDropDown *drop_down, GParamSpec *spec, Hands *hands)
{
  (void) spec;
  hands->on_choice (hands->user_data, hands->choice, gtk_drop_down_get_selected (drop_down));
}

static GtkWidget *
drop_down_new (const PaneChoice *choice, unsigned word)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  const char *name = _ (choice->label);

  for (unsigned i = 0; i < pane_choice_count (choice); i++)
    gtk_string_list_append (labels, _ (choice->labels[i]));
  GtkWidget *drop_down = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&labels)), NULL);
  /* The button, but not its list, can be narrower than its words. */
  g_signal_connect (factory, "setup", G_CALLBACK (setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), gtk_drop_down_get_factory (GTK_DROP_DOWN (drop_down)));
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), factory);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), word);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  quiet_tooltip_set (drop_down, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* GTK 4.8 gives the button in it no name. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (drop_down)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return drop_down;
}

GtkWidget *
pane_choices_new (const Pane *pane,
                  const PaneOptions *options,
                  void (*on_choice) (gpointer user_data, unsigned choice, unsigned word),
                  gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);

  for (unsigned i = 0; i < pane_n_choices (pane); i++)
    {
      GtkWidget *drop_down = drop_down_new (&pane->choices[i], options->choices[i]);
      Hands *hands = g_new (Hands, 1);

      *hands = (Hands){ on_choice, user_data, i };
      g_signal_connect_data (drop_down, "notify::selected", G_CALLBACK (on_selected), hands,
                             (GClosureNotify) (void (*) (void)) g_free, 0);
      gtk_box_append (GTK_BOX (box), drop_down);
    }
  return box;
}

void
pane_choices_show (GtkWidget *choices, const PaneOptions *options)
{
  unsigned i = 0;

  for (GtkWidget *drop_down = gtk_widget_get_first_child (choices); drop_down != NULL;
       drop_down = gtk_widget_get_next_sibling (drop_down), i++)
    if (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down)) != options->choices[i])
      {
        g_signal_handlers_block_matched (drop_down, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, on_selected, NULL);
        gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), options->choices[i]);
        g_signal_handlers_unblock_matched (drop_down, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, on_selected, NULL);
      }
}
