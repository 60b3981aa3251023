/* SPDX-License-Identifier: Apache-2.0
 *
 * A vertically scrolling list that can be scrolled at any time. GTK finds no row, and warns, if a list is
 * scrolled between a change of its model and the next layout. */

#pragma once

#include <gtk/gtk.h>

/* list is a GtkListView whose model never changes. */
GtkWidget *scrolled_list_new (GtkWidget *list);

/* Does the same for another scrollable that shows the rows of model, such as a GtkColumnView. */
void scrolled_list_follow (GtkWidget *scrollable, GListModel *model);
