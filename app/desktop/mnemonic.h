/* SPDX-License-Identifier: Apache-2.0
 *
 * Widgets with a mnemonic in their label. GTK 4.8 passes the underscore on to screen readers, so these functions set an
 * accessible name without it. */

#pragma once

#include <gtk/gtk.h>

/* Returns a button with that label, whose accessible name is the label without its mark. */
GtkWidget *mnemonic_button_new (const char *label);

/* Sets the accessible name of the widget to label without its mark. */
void mnemonic_name (GtkWidget *widget, const char *label);
