/* SPDX-License-Identifier: Apache-2.0
 *
 * The place of a table that may be wider than the page, which is no reason to move the rest of the page: the table can be
 * scrolled by itself. GTK 4.8 does not know how high a wrapped text in a scrolled window is, so a table with such texts is
 * not scrolled. Main thread. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* title is told by screen readers. The table is not scrolled at first. */
GtkWidget *wide_place_new (GtkWidget *table, const char *title);

/* Sets whether the table is scrolled. If not, the place is at least as wide as the table. */
void wide_place_set_scrolled (GtkWidget *place, bool is_scrolled);
