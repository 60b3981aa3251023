/* SPDX-License-Identifier: Apache-2.0
 *
 * Which columns of a table are shown: those that the user chose, remembered by their ids, else those that the table shows
 * by itself. The first one, which says what a row is, always is. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/tables/table_source.h"

/* text: ids with tabs between (names of a query's columns may have spaces); "": as the table has it. Ids of columns that are not there count for nothing.
 * Columns of the source in its order; transfer full, of int. */
GArray *table_columns_find (const TableSource *source, const char *text);

/* text with one column shown or not; transfer full. */
char *table_columns_with (const TableSource *source, const char *text, int column, gboolean is_shown);

/* A popover of check buttons, one per column. chosen (user_data, column, is_shown) is called for each change; reset
 * (user_data) where the user wants the table's own choice back. */
GtkWidget *table_columns_popover_new (void (*chosen) (gpointer user_data, int column, gboolean is_shown),
                                      void (*reset) (gpointer user_data),
                                      gpointer user_data);

/* What it lists: source's columns, of which text are shown. */
void table_columns_popover_fill (GtkWidget *popover, const TableSource *source, const char *text);
