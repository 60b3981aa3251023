/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/wide_place.h"

#define KEY_TABLE    "table"
#define KEY_SCROLLED "scrolled"

GtkWidget *
wide_place_new (GtkWidget *table, const char *title)
{
  GtkWidget *place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_focusable (scrolled, TRUE); /* Ctrl and arrow keys move it */
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_visible (scrolled, FALSE);
  gtk_box_append (GTK_BOX (place), table);
  gtk_box_append (GTK_BOX (place), scrolled);
  g_object_set_data (G_OBJECT (place), KEY_TABLE, table);
  g_object_set_data (G_OBJECT (place), KEY_SCROLLED, scrolled);
  return place;
}

void
wide_place_set_scrolled (GtkWidget *place, bool is_scrolled)
{
  GtkWidget *table = g_object_get_data (G_OBJECT (place), KEY_TABLE);
  GtkWidget *scrolled = g_object_get_data (G_OBJECT (place), KEY_SCROLLED);
  bool was_scrolled = gtk_widget_get_parent (table) != place;

  gtk_widget_set_visible (scrolled, is_scrolled);
  if (is_scrolled == was_scrolled)
    return;
  g_object_ref (table);
  if (is_scrolled)
    {
      gtk_box_remove (GTK_BOX (place), table);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), table);
    }
  else
    {
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), NULL);
      gtk_box_append (GTK_BOX (place), table);
    }
  g_object_unref (table);
}
