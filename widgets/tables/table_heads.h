/* SPDX-License-Identifier: Apache-2.0
 *
 * Column heads that GTK 4.8 does not offer: the heads of numbers are right-aligned above their last
 * digits, each has a tooltip, and each can be focused and pressed by keyboard. */

#pragma once

#include <gtk/gtk.h>

typedef struct
{
  const char *tooltip; /* NULL if none */
  gboolean is_number;
} TableHead;

/* Call this after columns were added. heads are the n heads of the columns of view, in order. press
 * (user_data, column) is called for Enter and Space on a head. */
void table_heads_dress (GtkWidget *view,
                        const TableHead *heads,
                        guint n,
                        void (*press) (gpointer user_data, guint column),
                        gpointer user_data);

/* Tells assistive technology by which column rows are sorted. A number at or above the number of columns means none. */
void table_heads_tell_order (GtkWidget *view, guint column, gboolean is_descending);

/* Returns the widget that contains the heads. */
GtkWidget *table_heads_row (GtkWidget *view);

/* Moves the focus from a head to the next one at the right (by = 1) or left (-1). */
gboolean table_heads_walk (GtkWidget *view, int by);
