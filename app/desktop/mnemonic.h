/* SPDX-License-Identifier: Apache-2.0
 *
 * Widgets whose label marks a letter with an underline. GTK 4.8 reads the mark out to people who do not see it, so
 * they are given their name without it. */

#pragma once

#include <gtk/gtk.h>

/* A button with that label, which is its accessible name as well. */
GtkWidget *mnemonic_button_new (const char *label);

/* Makes label, without its mark, the accessible name of the widget. */
void mnemonic_name (GtkWidget *widget, const char *label);
