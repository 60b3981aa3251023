/* SPDX-License-Identifier: Apache-2.0
 *
 * Buttons whose menus list the queries that were run, and the saved queries. */

#pragma once

#include <gtk/gtk.h>

/* Calls chosen (user_data, sql) when the user chooses a query. */
GtkWidget *
query_history_button_new (void (*chosen) (gpointer user_data, const char *sql), gpointer user_data);

/* Creates the button of saved queries. chosen (user_data, sql) is called for a saved query that the user chose. current
 * (user_data) returns the query to save, transfer full. */
GtkWidget *query_saved_button_new (void (*chosen) (gpointer user_data, const char *sql),
                                   char *(*current) (gpointer user_data),
                                   gpointer user_data);
