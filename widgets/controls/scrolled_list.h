/* SPDX-License-Identifier: Apache-2.0
 *
 * A list that scrolls up and down in its own place, and can be scrolled at any moment: GTK finds no row, and warns,
 * where it is scrolled between a change of its model and the next layout. */

#pragma once

#include <gtk/gtk.h>

/* list: a GtkListView with a model, for good. */
GtkWidget *scrolled_list_new (GtkWidget *list);

/* What makes that so, for a scrollable that shows the rows of model in another way: a GtkColumnView. */
void scrolled_list_follow (GtkWidget *scrollable, GListModel *model);
