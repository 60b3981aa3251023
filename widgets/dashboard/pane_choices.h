/* SPDX-License-Identifier: Apache-2.0
 *
 * The choices in the header of a card, such as which figure it shows. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

/* Creates the drop-downs of a pane with choices. on_choice (user_data, choice, word) is called for what the user chooses. */
GtkWidget *pane_choices_new (const Pane *pane,
                             const PaneOptions *options,
                             void (*on_choice) (gpointer user_data, unsigned choice, unsigned word),
                             gpointer user_data);

/* Shows other options, without calling on_choice (). */
void pane_choices_show (GtkWidget *choices, const PaneOptions *options);
