/* SPDX-License-Identifier: Apache-2.0
 *
 * The header bar of a dialog that changes something: a button to cancel at its begin, and one that does it at its end. */

#pragma once

#include <gtk/gtk.h>

/* Returns the header bar. Cancel activates "window.close"; *ret_button is the other button, whose label has a mnemonic. */
GtkWidget *dialog_header_new (const char *label, GtkWidget **ret_button);
