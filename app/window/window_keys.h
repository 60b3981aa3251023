/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of actions (app/commands/window_action_table.c): accelerators, and in each window what accelerators cannot be: keys
 * that are typed as well, and letters and digits by their place, on keyboards that do not have them. */

#pragma once

#include <gtk/gtk.h>

/* Sets the accelerators of the preset in the settings and follows its changes. Call this once per application. */
void window_keys_add_accelerators (GtkApplication *application);

void window_keys_add (GtkWidget *window);
