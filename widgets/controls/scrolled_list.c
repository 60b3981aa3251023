/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/scrolled_list.h"

/* New rows have no height yet, while the adjustment still has that of those that went: until the layout, which sets it
 * anew, there is no way to scroll. Rows that are only added leave those that can be seen as they are. */
static void
rows_changed (GtkWidget *list, guint position, guint n_removed)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  (void) position;
  if (adjustment == NULL || n_removed == 0)
    return;
  double value = gtk_adjustment_get_value (adjustment), page = gtk_adjustment_get_page_size (adjustment);
  gtk_adjustment_configure (adjustment, value, value, value + page,
                            gtk_adjustment_get_step_increment (adjustment),
                            gtk_adjustment_get_page_increment (adjustment), page);
}

void
scrolled_list_follow (GtkWidget *scrollable, GListModel *model)
{
  g_signal_connect_object (model, "items-changed", G_CALLBACK (rows_changed), scrollable, G_CONNECT_SWAPPED);
}

GtkWidget *
scrolled_list_new (GtkWidget *list)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  scrolled_list_follow (list, G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  return scroller;
}
