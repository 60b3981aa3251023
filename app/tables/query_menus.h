/* SPDX-License-Identifier: Apache-2.0
 *
 * Buttons with the queries that were run, and those that were saved under a name. */

#pragma once

#include <gtk/gtk.h>

/* chosen (user_data, sql): one of them was. */
GtkWidget *
query_history_button_new (void (*chosen) (gpointer user_data, const char *sql), gpointer user_data);

/* current (user_data): what is to be saved, transfer full. */
GtkWidget *query_saved_button_new (void (*chosen) (gpointer user_data, const char *sql),
                                   char *(*current) (gpointer user_data),
                                   gpointer user_data);
