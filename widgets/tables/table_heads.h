/* SPDX-License-Identifier: Apache-2.0
 *
 * The heads of a GtkColumnView's columns, as GTK 4.8 does not have them: numbers have theirs at the right, above their
 * last digits; each tells what its column is, and can be reached and pressed by keyboard. */

#pragma once

#include <gtk/gtk.h>

typedef struct
{
  const char *tooltip; /* NULL: none */
  gboolean is_number;
} TableHead;

/* After columns were added: heads are those of the columns of view, n of them, in their order. press (user_data, column)
 * is what Enter and Space do on a head. */
void table_heads_dress (GtkWidget *view,
                        const TableHead *heads,
                        guint n,
                        void (*press) (gpointer user_data, guint column),
                        gpointer user_data);

/* Tells assistive technology which column rows are sorted by; column n or beyond: none. */
void table_heads_tell_order (GtkWidget *view, guint column, gboolean is_descending);

/* The widget that holds them. */
GtkWidget *table_heads_row (GtkWidget *view);

/* From the head that has the focus to the next one at the right (by = 1) or left (-1). */
gboolean table_heads_walk (GtkWidget *view, int by);
