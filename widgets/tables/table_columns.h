/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns of a table that are shown: those chosen by the user, stored by their ids, or else the
 * default ones. The first column, which identifies a row, is always shown. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/tables/table_source.h"

/* Returns the indices of the shown columns of source, in the order of the source, as an array of int. text is the
 * user's choice: ids with tabs between them, since the names of a query's columns may contain spaces. "" selects the
 * default columns. Ids that the source does not have are ignored. The first column is always included. Transfer full. */
GArray *table_columns_find (const TableSource *source, const char *text);

/* Returns text with one column shown or hidden; transfer full. */
char *table_columns_with (const TableSource *source, const char *text, int column, gboolean is_shown);

/* Returns a popover of check buttons, one per column. chosen (user_data, column, is_shown) is called for
 * each change, reset (user_data) when the user restores the default columns. */
GtkWidget *table_columns_popover_new (void (*chosen) (gpointer user_data, int column, gboolean is_shown),
                                      void (*reset) (gpointer user_data),
                                      gpointer user_data);

/* Sets its contents: the columns of source, of which those in text are shown. */
void table_columns_popover_fill (GtkWidget *popover, const TableSource *source, const char *text);
