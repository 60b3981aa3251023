/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar above a table: the filter of its rows and its buttons.
 *
 * Signals: "filter-changed" (). The buttons activate the actions of the group "table" that is around them. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define TABLES_TYPE_BAR (table_bar_get_type ())
G_DECLARE_FINAL_TYPE (TableBar, table_bar, TABLES, BAR, GtkWidget)

/* Creates the bar. columns is the popover of the button that chooses columns. has_events says whether rows lead to the
 * timeline. */
GtkWidget *table_bar_new (GtkWidget *columns, bool has_events);

/* Returns the filter, valid until it changes. */
const char *table_bar_filter (TableBar *bar);
bool table_bar_is_regex (TableBar *bar);
void table_bar_set_filter (TableBar *bar, const char *text);
void table_bar_clear (TableBar *bar); /* without emitting a signal */
void table_bar_focus_filter (TableBar *bar);
bool table_bar_is_typed_into (TableBar *bar);

/* Shows the error of the filter. NULL removes it. */
void table_bar_say_wrong (TableBar *bar, const char *text);

/* Adds a widget after the filter. */
void table_bar_add (TableBar *bar, GtkWidget *control);
