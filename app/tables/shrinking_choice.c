/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/shrinking_choice.h"

#include "app/desktop/mnemonic.h"
#include "widgets/controls/quiet_tooltip.h"

/* What is left of the words in a narrow window. */
#define CHOICE_CHARS_MIN 6

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);
  (void) factory;
  (void) data;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), CHOICE_CHARS_MIN);
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

/* The button, but not its list, can be narrower than its words. */
static void
let_shrink (GtkDropDown *choice)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  gtk_drop_down_set_list_factory (choice, gtk_drop_down_get_factory (choice));
  gtk_drop_down_set_factory (choice, factory);
}

GtkWidget *
shrinking_choice_new (const char *const *words, const char *name)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings (words);

  let_shrink (GTK_DROP_DOWN (choice));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* GTK 4.8 gives the button in it no name. */
  mnemonic_name (gtk_widget_get_first_child (choice), name);
  return choice;
}
